public import Networking
public import OrbitModels

/// A service for the user's matches and the match of the day.
public struct MatchService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// Requests one page of active matches, the latest first.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the previous page; `nil` for the first page.
    ///   - limit: The number of matches, 1 to 100.
    public func matches(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<Match>> {
        try await client.response(Endpoint(MatchRoutes.list, after: cursor, limit: limit))
    }

    /// Requests the user's match of today, on the campus's calendar.
    public func today() async throws -> Response<TodayData> {
        try await client.response(Endpoint(MatchRoutes.today))
    }

    /// Ends a match for both people. They are not paired again unless both want it: one pokes and the other accepts.
    public func disconnect(_ match: MatchID, key: IdempotencyKey) async throws -> Match {
        try await client.value(
            of: Endpoint(MatchRoutes.disconnect, parameters: ["match_id": match.rawValue]).idempotent(key))
    }

    /// Excludes the user from the daily pairing until ``resume(key:)``. Today's match remains.
    public func pause(key: IdempotencyKey) async throws -> TodayData {
        try await client.send(Endpoint(MatchRoutes.pause).idempotent(key))
    }

    /// Includes the user in the daily pairing again.
    public func resume(key: IdempotencyKey) async throws -> TodayData {
        try await client.send(Endpoint(MatchRoutes.resume).idempotent(key))
    }
}
