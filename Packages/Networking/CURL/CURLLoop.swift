#if os(Linux)
    import CurlBinding
    import TimeAndChance

    /// The thread that serves all connections of a transport, seen from outside. It ends when nothing refers to this.
    final class CURLLoop: Sendable {
        private let inbox: CURLInbox

        /// `nil` if there is no libcurl, and if the process has no descriptor or thread left.
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

        /// `false` in a fork of the process, where there is no thread.
        func begin(_ transfer: CURLTransfer) -> Bool {
            guard curl_binding_is_forked() == 0 else { return false }
            inbox.put(.begin(transfer))
            return true
        }

        /// Ends the transfer without a word to it, or keeps it from beginning.
        func abandon(_ transfer: CURLTransfer) { inbox.put(.abandon(transfer)) }

        /// Goes on with a transfer that has paused.
        func resume(_ transfer: CURLTransfer) { inbox.put(.resume(transfer)) }
    }

    /// What other threads want of the loop's.
    // Unchecked, because of the pointer: libcurl allows waking from any thread, nothing but the loop's thread uses it
    // otherwise, and the thread destroys it after `stop`, behind which nothing is put.
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

        /// The loop is woken within the lock, so that it cannot have ended. In a fork of the process there is none, and
        /// a thread that is not there may hold the lock.
        func put(_ command: Command) {
            guard curl_binding_is_forked() == 0 else { return }
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

        /// Whether the loop may sleep: from now on, putting something in wakes it.
        func fallAsleep() -> Bool {
            state.withLock { state in
                state.isAsleep = state.commands.isEmpty
                return state.isAsleep
            }
        }
    }
#endif
