public import Networking
public import OrbitModels

/// The people the user is matched with, and the match of the day.
public struct MatchService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// One page of active matches, the latest first.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first.
    ///   - limit: how many, 1 to 100.
    public func matches(after cursor: String? = nil, limit: Int = 20) async throws -> Response<MatchesPage> {
        try await client.response(.matches(after: cursor, limit: limit))
    }

    /// The user's match of today, by the campus's calendar.
    public func today() async throws -> Response<TodayData> {
        try await client.response(.today)
    }

    /// Ends a match for both. They are not paired again unless both want it: one pokes, the other accepts.
    public func disconnect(_ match: MatchID, key: IdempotencyKey) async throws -> Match {
        try await client.send(.disconnect(match, key: key)).match
    }

    /// Stays out of the daily pairing until ``resume(key:)``. Today's match stays.
    public func pause(key: IdempotencyKey) async throws -> TodayData {
        try await client.send(.pause(key: key))
    }

    /// Takes part in the daily pairing again.
    public func resume(key: IdempotencyKey) async throws -> TodayData {
        try await client.send(.resume(key: key))
    }
}
