#if os(Linux)
    import CurlBinding

    /// The work of the loop's thread. It is created on that thread and never leaves it.
    final class CURLWorker {
        private static let maxIdleHandles = 64
        private static let longestSleep: Int32 = 60_000

        private let inbox: CURLInbox
        private let multi: UnsafeMutableRawPointer
        private var underWay: [UnsafeMutableRawPointer: CURLTransfer] = [:]
        private var idleHandles: [UnsafeMutableRawPointer] = []

        init(_ inbox: CURLInbox) {
            self.inbox = inbox
            multi = inbox.multi
        }

        func run() {
            while step() {
                if inbox.fallAsleep() { curl_binding_wait(multi, Self.longestSleep) }
            }
        }

        /// Runs the commands, then libcurl, then ends the transfers that are complete.
        ///
        /// - Returns: Whether to continue.
        private func step() -> Bool {
            let commands = inbox.take()
            curl_binding_enter()
            defer { curl_binding_leave() }
            for command in commands {
                switch command {
                case .begin(let transfer): begin(transfer)
                case .abandon(let transfer):
                    // The begin command may follow, if the caller's task is cancelled just before it sends that
                    // command.
                    transfer.isAbandoned = true
                    remove(transfer)
                case .resume(let transfer): transfer.handle.map(curl_binding_resume)
                case .stop:
                    stop()
                    return false
                }
            }
            curl_binding_perform(multi)
            var code: Int32 = 0
            while let handle = curl_binding_next_done(multi, &code) {
                guard let transfer = underWay[handle] else { continue }
                remove(transfer)
                if Int(code) == CURL_BINDING_UNCLEAN, !transfer.needsNewConnection {
                    transfer.needsNewConnection = true
                    begin(transfer)
                } else {
                    transfer.finish(code)
                }
            }
            return true
        }

        private func begin(_ transfer: CURLTransfer) {
            guard !transfer.isAbandoned else { return }
            guard let handle = idleHandles.popLast() ?? curl_binding_make_easy() else {
                transfer.finish(CURLTransfer.cannotBegin)
                return
            }
            guard transfer.begin(handle, in: multi) else {
                idleHandles.append(handle)
                transfer.finish(CURLTransfer.cannotBegin)
                return
            }
            underWay[handle] = transfer
        }

        private func remove(_ transfer: CURLTransfer) {
            guard let handle = transfer.handle else { return }
            transfer.end(in: multi)
            underWay[handle] = nil
            if idleHandles.count < Self.maxIdleHandles {
                idleHandles.append(handle)
            } else {
                curl_binding_destroy_easy(handle)
            }
        }

        private func stop() {
            for transfer in Array(underWay.values) {
                remove(transfer)
                transfer.finish(CURLTransfer.isStopped)
            }
            for handle in idleHandles { curl_binding_destroy_easy(handle) }
            curl_binding_destroy_multi(multi)
        }
    }
#endif
