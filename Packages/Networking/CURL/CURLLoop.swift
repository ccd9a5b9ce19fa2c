#if os(Linux)
    import CurlBinding
    import TimeAndChance

    /// The thread that serves all connections of a transport. The thread ends when the last reference to the loop is
    /// released.
    final class CURLLoop: Sendable {
        private let inbox: CURLInbox

        /// Starts the thread, or returns `nil`. It fails without libcurl, in a fork of the process, and if no
        /// descriptor or thread is left.
        init?() {
            guard curl_binding_load() != 0, curl_binding_is_forked() == 0, let multi = curl_binding_make_multi()
            else { return nil }
            inbox = CURLInbox(multi)
            let context = Unmanaged.passRetained(inbox).toOpaque()
            let hasStarted = curl_binding_start_thread(
                { context in
                    guard let context else { return }
                    CURLWorker(Unmanaged<CURLInbox>.fromOpaque(context).takeRetainedValue()).run()
                }, context)
            guard hasStarted != 0 else {
                Unmanaged<CURLInbox>.fromOpaque(context).release()
                curl_binding_destroy_multi(multi)
                return nil
            }
        }

        deinit {
            inbox.put(.stop)
        }

        /// Starts the transfer. Returns `false` in a fork of the process, where the thread does not exist.
        func begin(_ transfer: CURLTransfer) -> Bool {
            guard curl_binding_is_forked() == 0 else { return false }
            inbox.put(.begin(transfer))
            return true
        }

        /// Ends the transfer without notifying it, or prevents it from beginning.
        func abandon(_ transfer: CURLTransfer) { inbox.put(.abandon(transfer)) }

        /// Continues a transfer that has paused.
        func resume(_ transfer: CURLTransfer) { inbox.put(.resume(transfer)) }
    }

    /// The commands of other threads to the thread of the loop.
    // Unchecked, because of the pointer. libcurl allows any thread to wake the loop. All other uses are on the loop's
    // thread, which destroys the pointer after `stop`. No command follows `stop`.
    final class CURLInbox: @unchecked Sendable {
        enum Command: Sendable {
            case begin(CURLTransfer)
            case abandon(CURLTransfer)
            case resume(CURLTransfer)
            case stop
        }

        private struct State {
            var commands: [Command] = []
            var isAsleep = false
        }

        let multi: UnsafeMutableRawPointer
        private let state = LockedState(State())

        init(_ multi: UnsafeMutableRawPointer) {
            self.multi = multi
        }

        /// Adds a command and wakes the loop. Does nothing in a fork of the process.
        func put(_ command: Command) {
            // In a fork the loop does not exist, and the lock may be held by a thread that does not exist either.
            guard curl_binding_is_forked() == 0 else { return }
            // The lock is held while waking, so that the loop cannot have ended.
            state.withLock { state in
                state.commands.append(command)
                if state.isAsleep { curl_binding_wake(multi) }
                state.isAsleep = false
            }
        }

        func take() -> [Command] {
            state.withLock { state in
                state.isAsleep = false
                guard !state.commands.isEmpty else { return [] }
                defer { state.commands = [] }
                return state.commands
            }
        }

        /// Whether the loop may sleep. From then on, each new command wakes it.
        func fallAsleep() -> Bool {
            state.withLock { state in
                state.isAsleep = state.commands.isEmpty
                return state.isAsleep
            }
        }
    }
#endif
