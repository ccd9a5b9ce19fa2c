public import Matching
public import Networking
public import OrbitModels

/// The people that the server suggests, and what it should know to suggest better.
public struct DiscoverService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// One page of today's suggestions.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first.
    ///   - limit: how many people, 1 to 100.
    public func people(after cursor: String? = nil, limit: Int = 20) async throws -> Response<DiscoverPage> {
        try await client.response(Endpoint(DiscoverRoutes.users, after: cursor, limit: limit))
    }

    /// Notes who was shown. From tomorrow on they rest for a while; see `SeenLedger`.
    ///
    /// - Parameter people: at most 100.
    public func noteSeen(_ people: [UserID], key: IdempotencyKey) async throws {
        try await client.perform(Endpoint(DiscoverRoutes.seen).json(SeenRequest(userIDs: people)).idempotent(key))
    }

    /// The people marked "less like this" who may still be seen, the latest first.
    public func lessLiked() async throws -> Response<Page<Person>> {
        try await client.response(Endpoint(DiscoverRoutes.lessLiked))
    }

    /// Suggests this person no more, and those who are like them later.
    public func showLess(like user: UserID, key: IdempotencyKey) async throws {
        try await client.perform(
            Endpoint(DiscoverRoutes.showLess, parameters: ["user_id": user.rawValue]).idempotent(key))
    }

    /// Takes "less like this" back.
    public func takeBackLess(like user: UserID, key: IdempotencyKey) async throws {
        try await client.perform(
            Endpoint(DiscoverRoutes.takeBackLess, parameters: ["user_id": user.rawValue]).idempotent(key))
    }

    /// The user's dealbreakers, with their version.
    public func dealbreakers() async throws -> Snapshot<SavedDealbreakers> {
        let response = try await client.response(Endpoint<Named<Dealbreakers>>(DiscoverRoutes.dealbreakers))
        return Snapshot(try SavedDealbreakers(response), at: response.receipt?.at)
    }

    /// Replaces the dealbreakers, unless they are no longer the version that was read: then the server refuses with
    /// `version_conflict` and keeps what it has.
    public func update(
        _ dealbreakers: Dealbreakers, replacing version: EntityTag, key: IdempotencyKey
    ) async throws -> SavedDealbreakers {
        try SavedDealbreakers(
            try await client.response(
                Endpoint(DiscoverRoutes.setDealbreakers).json(Named(dealbreakers)).ifMatch(version).idempotent(key)))
    }
}

extension SavedDealbreakers {
    fileprivate init(_ response: Response<Named<Dealbreakers>>) throws {
        self.init(dealbreakers: response.value.value, version: try response.version)
    }
}
