public import OrbitModels

/// Carries the events of the caller's own log: the seam behind which polling, server-sent events and a backend in the
/// same process stand.
///
/// An implementation
/// - begins right after the position it is given, or says that it cannot (`LogSlice.isResync`);
/// - never divides the events of one transaction;
/// - may repeat, leave out or reorder slices when its connection is bad: the follower of the log counts them;
/// - throws `CancellationError` when its task is cancelled.
public protocol EventTransport: Sendable {
    /// Opens the log after a position; returns once the server has accepted.
    ///
    /// - Parameter position: `nil` begins at the end of the log.
    /// - Throws: ``EventTransportError/unsupported`` if the server or the network does not take this way, whatever the
    ///   client throws otherwise.
    func open(after position: LogPosition?) async throws -> EventStream
}

/// An open log. One reader at a time.
public struct EventStream: Sendable {
    private let read: @Sendable () async throws -> EventMessage?
    private let end: @Sendable () -> Void

    /// - Parameters:
    ///   - read: waits for the next message; `nil` when the server has ended the stream.
    ///   - close: gives the connection up. May be called more than once.
    public init(
        read: @escaping @Sendable () async throws -> EventMessage?, close: @escaping @Sendable () -> Void = {}
    ) {
        self.read = read
        end = close
    }

    /// The next message; `nil` when the server has ended the stream.
    public func next() async throws -> EventMessage? { try await read() }

    /// Ends the stream. Closing it again has no effect.
    public func close() { end() }
}

/// What comes out of an open log.
public enum EventMessage: Sendable {
    /// Events, or the word that the log starts over.
    case slice(LogSlice)
    /// The connection is alive, and there is nothing new.
    case heartbeat
    /// The server asks to wait for this long before the next attempt, after the stream has ended.
    case retry(Duration)
}

/// Why a log cannot be followed.
@nonexhaustive public enum EventTransportError: Error, Hashable, Sendable {
    /// Not this way: another transport may work.
    case unsupported
    /// What came is not a log: a line or a message that is too long, or data that cannot be read.
    case malformed(reason: String)
    /// Nothing has come for longer than the server lets pass between two heartbeats.
    case silent
}

/// The operations of the events API.
public enum EventRoutes {
    /// The caller's own log after a position: as one response, or as server-sent events to a client that accepts them.
    public static let events = Route(.get, "/events")

    /// All routes of the log.
    public static let all = [events]
}
