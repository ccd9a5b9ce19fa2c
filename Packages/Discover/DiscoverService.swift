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

    /// The people marked "less like this" who may still be seen, the latest first.
    public func lessLiked() async throws -> LossyList<Person> {
        try await client.send(.lessLiked).people
    }

    /// Suggests this person no more, and those who are like them later.
    public func showLess(like user: UserID) async throws {
        _ = try await client.send(.showLess(like: user))
    }

    public func takeBackLess(like user: UserID) async throws {
        _ = try await client.send(.takeBackLess(like: user))
    }

    public func dealbreakers() async throws -> VersionedDealbreakers {
        try VersionedDealbreakers(try await client.answer(.dealbreakers))
    }

    /// Replaces the dealbreakers, unless they are no longer the version that was read: then the server answers with
    /// `version_conflict` and keeps what it has.
    public func update(_ dealbreakers: Dealbreakers, replacing version: EntityTag) async throws -> VersionedDealbreakers
    {
        try VersionedDealbreakers(try await client.answer(.set(dealbreakers, version: version)))
    }
}

/// Dealbreakers and the version of them that was read.
public struct VersionedDealbreakers: Hashable, Sendable {
    public let dealbreakers: Dealbreakers
    public let version: EntityTag

    init(_ answer: Answer<DealbreakersData>) throws {
        dealbreakers = answer.value.dealbreakers
        version = try answer.version
    }
}
