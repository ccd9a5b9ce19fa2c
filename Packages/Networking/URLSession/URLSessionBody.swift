import Foundation
import TimeAndChance

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A task whose response is read while it arrives.
final class URLSessionBody: Sendable {
    private let task: URLSessionDataTask
    private let byteLimit: Int
    private let opener = LockedState<CheckedContinuation<Result<HTTPResponse, TransportError>, Never>?>(nil)
    private let buffer = BodyBuffer()

    init(_ task: URLSessionDataTask, byteLimit: Int) {
        self.task = task
        self.byteLimit = byteLimit
    }

    /// Sends the request and returns its response without the body.
    func head(from adapter: URLSessionDelegateAdapter) async throws(TransportError) -> HTTPResponse {
        try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = opener.withLock { opener in
                    opener = continuation
                    return Task.isCancelled  // a later cancellation finds the continuation
                }
                if isCancelled {
                    close()
                } else {
                    adapter.run(task, into: self)
                }
            }
        } onCancel: {
            close()
        }.get()
    }

    @Sendable func next() async throws(TransportError) -> Data? {
        try await buffer.next {
            #if !canImport(FoundationNetworking)
                task.resume()
            #endif
        }
    }

    @Sendable func close() {
        finish(.cancelled)
        buffer.close()
        // On Linux `cancel` waits for the delegate queue, and this code may run on that queue.
        DispatchQueue.global().async { [task] in task.cancel() }
    }

    func open(_ head: HTTPResponse) {
        takeOpener()?.resume(returning: .success(head))
    }

    func receive(_ bytes: Data) {
        guard case .full = buffer.append(bytes) else { return }
        #if canImport(FoundationNetworking)
            guard buffer.count > byteLimit else { return }
            buffer.finish(.responseTooLarge(limit: byteLimit))
            DispatchQueue.global().async { [task] in task.cancel() }
        #else
            task.suspend()
        #endif
    }

    func finish(_ error: TransportError?) {
        buffer.finish(error)
        takeOpener()?.resume(returning: .failure(error ?? .malformedResponse))
    }

    private func takeOpener() -> CheckedContinuation<Result<HTTPResponse, TransportError>, Never>? {
        opener.withLock { opener in
            defer { opener = nil }
            return opener
        }
    }
}
