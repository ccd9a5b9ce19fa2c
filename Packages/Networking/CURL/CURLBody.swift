#if os(Linux)
    import Foundation
    import TimeAndChance

    /// A request whose response is read while it arrives.
    final class CURLBody: CURLReceiver {
        private struct State {
            /// The transfer, while it is active.
            var transfer: CURLTransfer?
            var opener: CheckedContinuation<Result<[UInt8], TransportError>, Never>?
        }

        private let request: HTTPRequest
        private let limits: CURLLimits
        private let loop: CURLLoop
        private let state = LockedState(State())
        private let buffer = BodyBuffer()

        init(_ request: HTTPRequest, limits: CURLLimits, loop: CURLLoop) {
            self.request = request
            self.limits = limits
            self.loop = loop
        }

        /// Sends the request and returns its response without the body.
        func head() async throws(TransportError) -> HTTPResponse {
            let transfer = CURLTransfer(request, limits: limits, isStream: true, receiver: self)
            let head = try await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isCancelled = state.withLock { state in
                        state.opener = continuation
                        state.transfer = transfer
                        return Task.isCancelled  // a later cancellation finds the continuation
                    }
                    if isCancelled {
                        finish(.cancelled)
                    } else if !loop.begin(transfer) {
                        finish(.cannotConnect)
                    }
                }
            } onCancel: {
                close()
            }.get()
            guard let response = CURLHead.response(head, body: Data()) else {
                close()
                throw .malformedResponse
            }
            return response
        }

        @Sendable func next() async throws(TransportError) -> Data? {
            try await buffer.next {
                if let transfer = state.withLock({ $0.transfer }) { loop.resume(transfer) }
            }
        }

        @Sendable func close() {
            let transfer = state.withLock { $0.transfer }
            finish(.cancelled)
            buffer.close()
            if let transfer { loop.abandon(transfer) }
        }

        func receive(head: [UInt8]) {
            let opener = state.withLock { state in
                defer { state.opener = nil }
                return state.opener
            }
            opener?.resume(returning: .success(head))
        }

        func receive(_ bytes: UnsafeRawBufferPointer) -> CURLReception {
            switch buffer.offer(bytes) {
            case .taken: .taken
            case .full: .pause
            case .closed: .refuse(.cancelled)
            }
        }

        func finish(_ error: TransportError?) {
            let opener = state.withLock { state in
                defer { state = State() }
                return state.opener
            }
            buffer.finish(error)
            opener?.resume(returning: .failure(error ?? .connectionLost))
        }
    }
#endif
