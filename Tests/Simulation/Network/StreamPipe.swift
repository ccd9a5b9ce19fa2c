import Foundation
import Networking

/// The client's end of an open stream.
// Unchecked, because the scheduler runs all jobs on one thread.
final class StreamPipe: @unchecked Sendable {
    private var chunks: [Data] = []
    private var end: Result<Data?, TransportError>?
    private var reader: CheckedContinuation<Result<Data?, TransportError>, Never>?
    private var closings: [@Sendable () -> Void] = []

    /// Whether the stream has ended at one of its ends.
    var hasEnded: Bool { end != nil }

    /// Calls `body` when the client closes the stream, or when it ends.
    func onClose(_ body: @escaping @Sendable () -> Void) {
        if hasEnded { body() } else { closings.append(body) }
    }

    /// Delivers bytes to the client.
    func add(_ chunk: Data) {
        guard !hasEnded, !chunk.isEmpty else { return }
        guard let reader else { return chunks.append(chunk) }
        self.reader = nil
        reader.resume(returning: .success(chunk))
    }

    /// Ends the stream: with `nil` at the end of the body, or with the error of the connection.
    func finish(_ end: Result<Data?, TransportError>) {
        guard !hasEnded else { return }
        self.end = end
        reader?.resume(returning: end)
        reader = nil
        let bodies = closings
        closings = []
        for body in bodies { body() }
    }

    /// Returns the next bytes, as `HTTPStream` requires.
    func next() async throws(TransportError) -> Data? {
        if Task.isCancelled { throw .cancelled }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation {
                (continuation: CheckedContinuation<Result<Data?, TransportError>, Never>) in
                if !chunks.isEmpty {
                    continuation.resume(returning: .success(chunks.removeFirst()))
                } else if let end {
                    continuation.resume(returning: end)
                } else {
                    reader = continuation
                }
            }
        } onCancel: {
            finish(.failure(.cancelled))
        }
        return try result.get()
    }
}
