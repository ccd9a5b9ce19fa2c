public import Networking
public import OrbitModels
public import TimeAndChance

/// The people whom the server suggests, and what it should know to suggest better.
public struct DiscoverService: Sendable {
    private let client: APIClient
    private let random: RandomSource

    public init(client: APIClient, random: RandomSource = .system) {
        self.client = client
        self.random = random
    }

    /// One page of today's suggestions.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first.
    ///   - limit: how many people, 1 to 100.
    public func people(after cursor: String? = nil, limit: Int = 20) async throws -> DiscoverPage {
        try await client.send(.users(after: cursor, limit: limit))
    }

    /// Notes who was shown. From tomorrow on they rest for a while; see ``SeenLedger``.
    ///
    /// - Parameter people: at most 100.
    public func noteSeen(_ people: [UserID]) async throws {
        _ = try await client.send(try .seen(people, key: .random(from: random)))
    }

    /// Suggests this person no more, and those who are like them later.
    public func showLess(like user: UserID) async throws {
        _ = try await client.send(.showLess(like: user))
    }

    public func takeBackLess(like user: UserID) async throws {
        _ = try await client.send(.takeBackLess(like: user))
    }

    public func dealbreakers() async throws -> Dealbreakers {
        try await client.send(.dealbreakers).dealbreakers
    }

    /// Holds in both directions from the next list on.
    public func set(_ dealbreakers: Dealbreakers) async throws -> Dealbreakers {
        try await client.send(try .set(dealbreakers)).dealbreakers
    }
}
