public import OrbitModels

/// Delivers the events of the caller's own log. Polling, server-sent events and a backend in the same process implement
/// it.
///
/// An implementation
/// - begins directly after the given position, or reports that it cannot (`LogSlice.isResync`);
/// - never splits the events of one transaction;
/// - may repeat, omit or reorder slices on a bad connection, because the log's follower checks their positions;
/// - throws `CancellationError` when its task is cancelled.
public protocol EventTransport: Sendable {
    /// Opens the log after a position. Returns after the server has accepted the request.
    ///
    /// - Parameter position: The position of the last known event; `nil` begins at the end of the log.
    /// - Returns: The open log.
    /// - Throws: ``EventTransportError/unsupported`` if the server or the network does not support this transport, or
    ///   any error that the client throws.
    func open(after position: LogPosition?) async throws -> EventStream
}

/// An open log. Only one reader at a time may use it.
public struct EventStream: Sendable {
    private let read: @Sendable () async throws -> EventMessage?
    private let end: @Sendable () -> Void

    /// - Parameters:
    ///   - read: Waits for the next message; returns `nil` when the server has ended the stream.
    ///   - close: Closes the connection. May be called more than once.
    public init(
        read: @escaping @Sendable () async throws -> EventMessage?, close: @escaping @Sendable () -> Void = {}
    ) {
        self.read = read
        end = close
    }

    /// Returns the next message, or `nil` when the server has ended the stream.
    public func next() async throws -> EventMessage? { try await read() }

    /// Ends the stream. Closing it again has no effect.
    public func close() { end() }
}

/// A message of an open log.
public enum EventMessage: Sendable {
    /// Events, or the notice that the log cannot continue from the reader's position (`LogSlice.isResync`).
    case slice(LogSlice)
    /// A sign that the connection is alive, without new events.
    case heartbeat
    /// The time to wait before the next attempt after the stream has ended, as the server requests it.
    case retry(Duration)
}

/// An error of a log that cannot be followed.
@nonexhaustive public enum EventTransportError: Error, Hashable, Sendable {
    /// The server or the network does not support this transport. Another transport may work.
    case unsupported
    /// The data is not a log: a line or a message is too long, or the data cannot be decoded.
    case malformed(reason: String)
    /// No data has arrived for longer than the server's interval between two heartbeats.
    case silent
}

/// The operations of the events API.
public enum EventRoutes {
    /// Returns the caller's own log after a position, as one response or as server-sent events if the client accepts
    /// them.
    public static let events = Route(.get, "/events")

    /// All routes of the log.
    public static let all = [events]
}
