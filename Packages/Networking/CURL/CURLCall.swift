#if os(Linux)
    import Foundation
    import TimeAndChance

    /// A request whose response is returned as a whole.
    final class CURLCall: CURLReceiver {
        private struct State {
            var continuation: CheckedContinuation<Result<Received, TransportError>, Never>?
            var received = Received()
        }

        private struct Received {
            var head: [UInt8] = []
            var body = Data()
        }

        private let request: HTTPRequest
        private let limits: CURLLimits
        private let state = LockedState(State())

        init(_ request: HTTPRequest, limits: CURLLimits) {
            self.request = request
            self.limits = limits
        }

        func response(over loop: CURLLoop) async throws(TransportError) -> HTTPResponse {
            let transfer = CURLTransfer(request, limits: limits, isStream: false, receiver: self)
            let received = try await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isCancelled = state.withLock { state in
                        state.continuation = continuation
                        return Task.isCancelled  // a later cancellation finds the continuation
                    }
                    if isCancelled {
                        finish(.cancelled)
                    } else if !loop.begin(transfer) {
                        finish(.cannotConnect)
                    }
                }
            } onCancel: {
                finish(.cancelled)
                loop.abandon(transfer)
            }.get()
            // The response is decoded here, because the thread of the loop serves all other transfers too.
            guard var response = CURLHead.response(received.head, body: received.body) else { throw .malformedResponse }
            response.body = try response.unpackedBody(limit: limits.bytes)
            return response
        }

        func receive(head: [UInt8]) {
            state.withLock { $0.received.head = head }
        }

        func receive(_ bytes: UnsafeRawBufferPointer) -> CURLReception {
            state.withLock { state in
                guard state.received.body.count + bytes.count <= limits.bytes else {
                    return .refuse(.responseTooLarge(limit: limits.bytes))
                }
                state.received.body.append(contentsOf: bytes)
                return .taken
            }
        }

        /// Ends the call. Only the first call counts: the end of the transfer or the cancellation by the caller.
        func finish(_ error: TransportError?) {
            let (continuation, received) = state.withLock { state in
                defer { state = State() }
                return (state.continuation, state.received)
            }
            continuation?.resume(returning: error.map(Result.failure) ?? .success(received))
        }
    }
#endif
