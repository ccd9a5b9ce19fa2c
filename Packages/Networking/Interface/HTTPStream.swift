public import Foundation

/// A response whose body is read while it arrives, such as server-sent events.
///
/// One reader at a time. What is not read is not taken from the network either: a transport keeps no more than
/// 256 KiB for a slow reader.
public struct HTTPStream: Sendable {
    /// The status code, such as 200.
    public let status: Int
    /// The header fields.
    public let headers: HTTPHeaders
    private let read: @Sendable () async throws(TransportError) -> Data?
    private let end: @Sendable () -> Void

    /// - Parameters:
    ///   - read: the next bytes, never none; `nil` at the end. A cancelled task gets `.cancelled` at once.
    ///   - close: gives the connection up, and ends a read that is under way. May be called more than once.
    public init(
        status: Int, headers: HTTPHeaders = HTTPHeaders(),
        read: @escaping @Sendable () async throws(TransportError) -> Data?, close: @escaping @Sendable () -> Void
    ) {
        self.status = status
        self.headers = headers
        self.read = read
        end = close
    }

    /// The next bytes; `nil` at the end of the body.
    public func next() async throws(TransportError) -> Data? { try await read() }

    /// Gives the connection up. Call it when the stream is not read to its end.
    public func close() { end() }
}
