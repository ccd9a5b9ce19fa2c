public import Foundation
public import Networking
import TimeAndChance

/// The end of a scripted stream, after its last chunk.
public enum StreamEnding: Hashable, Sendable {
    /// The body is complete.
    case end
    /// The connection breaks.
    case failure(TransportError)
    /// No more bytes arrive until the reader closes the stream.
    case silence
}

extension HTTPStream {
    /// Creates a stream that returns these chunks, one for each read.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The headers.
    ///   - chunks: The chunks. Empty chunks are skipped.
    ///   - ending: The end of the stream after the last chunk.
    ///   - onClose: Called each time that the reader closes the stream.
    public init(
        status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), chunks: [Data], then ending: StreamEnding,
        onClose: @escaping @Sendable () -> Void = {}
    ) {
        let (stream, input) = AsyncThrowingStream.makeStream(of: Data.self)
        for chunk in chunks where !chunk.isEmpty { input.yield(chunk) }
        switch ending {
        case .end: input.finish()
        case .failure(let error): input.finish(throwing: error)
        case .silence: break
        }
        let isClosed = LockedState(false)
        self.init(
            status: status, headers: headers,
            read: { () async throws(TransportError) -> Data? in
                guard !isClosed.withLock({ $0 }), !Task.isCancelled else { throw .cancelled }
                do {
                    for try await chunk in stream { return chunk }
                } catch {
                    throw error as? TransportError ?? .connectionLost
                }
                guard !isClosed.withLock({ $0 }), !Task.isCancelled else { throw .cancelled }
                return nil
            },
            close: {
                isClosed.withLock { $0 = true }
                input.finish()
                onClose()
            })
    }

    /// Returns the remaining bytes of the stream.
    public func rest() async throws(TransportError) -> Data {
        var rest = Data()
        while let bytes = try await next() { rest.append(bytes) }
        return rest
    }
}
