public import Networking
public import OrbitModels
public import TimeAndChance

/// The people one is matched with, and the match of the day.
public struct MatchService: Sendable {
    private let client: APIClient
    private let random: RandomSource

    public init(client: APIClient, random: RandomSource = .system) {
        self.client = client
        self.random = random
    }

    /// One page of active matches, the latest first.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first.
    ///   - limit: how many, 1 to 100.
    public func matches(after cursor: String? = nil, limit: Int = 20) async throws -> MatchesPage {
        try await client.send(.matches(after: cursor, limit: limit))
    }

    /// Whom one meets today, by the campus's calendar.
    public func today() async throws -> TodayData {
        try await client.send(.today)
    }

    /// Ends a match for both. They are not paired again unless both want it: one pokes, the other accepts.
    public func disconnect(_ match: MatchID) async throws -> Match {
        try await client.send(.disconnect(match, key: .random(from: random))).match
    }

    /// Stays out of the daily pairing until ``resume()``. Today's match stays.
    public func pause() async throws -> TodayData {
        try await client.send(.pause)
    }

    public func resume() async throws -> TodayData {
        try await client.send(.resume)
    }
}
