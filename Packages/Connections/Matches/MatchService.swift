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
    public func matches(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<Match>> {
        try await client.response(Endpoint(MatchRoutes.list, after: cursor, limit: limit))
    }

    /// The user's match of today, by the campus's calendar.
    public func today() async throws -> Response<TodayData> {
        try await client.response(Endpoint(MatchRoutes.today))
    }

    /// Ends a match for both. They are not paired again unless both want it: one pokes, the other accepts.
    public func disconnect(_ match: MatchID, key: IdempotencyKey) async throws -> Match {
        try await client.value(
            of: Endpoint(MatchRoutes.disconnect, parameters: ["match_id": match.rawValue]).idempotent(key))
    }

    /// Stays out of the daily pairing until ``resume(key:)``. Today's match stays.
    public func pause(key: IdempotencyKey) async throws -> TodayData {
        try await client.send(Endpoint(MatchRoutes.pause).idempotent(key))
    }

    /// Takes part in the daily pairing again.
    public func resume(key: IdempotencyKey) async throws -> TodayData {
        try await client.send(Endpoint(MatchRoutes.resume).idempotent(key))
    }
}
