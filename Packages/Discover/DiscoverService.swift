public import Matching
public import Networking
public import OrbitModels

/// A service that requests suggestions, and sends feedback that improves them.
public struct DiscoverService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// Requests one page of today's suggestions.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the previous page; `nil` for the first page.
    ///   - limit: The number of people, 1 to 100.
    public func people(after cursor: String? = nil, limit: Int = 20) async throws -> Response<DiscoverPage> {
        try await client.response(Endpoint(DiscoverRoutes.users, after: cursor, limit: limit))
    }

    /// Reports the people who were shown. From tomorrow on, they are left out of the list for a while; see
    /// `ImpressionHistory`.
    ///
    /// - Parameters:
    ///   - people: At most 100 people.
    ///   - key: The key of the request. The same key has the effect once.
    public func noteSeen(_ people: [UserID], key: IdempotencyKey) async throws {
        try await client.perform(Endpoint(DiscoverRoutes.seen).json(SeenRequest(userIDs: people)).idempotent(key))
    }

    /// Requests the people marked "less like this" who are still visible to the user, the latest first.
    public func negativeFeedback() async throws -> Response<Page<Person>> {
        try await client.response(Endpoint(DiscoverRoutes.negativeFeedback))
    }

    /// Stops suggesting this person, and ranks similar people lower.
    ///
    /// - Parameters:
    ///   - user: The person.
    ///   - key: The key of the request. The same key has the effect once.
    public func showLess(like user: UserID, key: IdempotencyKey) async throws {
        try await client.perform(
            Endpoint(DiscoverRoutes.showLess, parameters: ["user_id": user.rawValue]).idempotent(key))
    }

    /// Removes the mark "less like this", so that the person may be suggested again.
    ///
    /// - Parameters:
    ///   - user: The person.
    ///   - key: The key of the request. The same key has the effect once.
    public func undoShowLess(like user: UserID, key: IdempotencyKey) async throws {
        try await client.perform(
            Endpoint(DiscoverRoutes.undoShowLess, parameters: ["user_id": user.rawValue]).idempotent(key))
    }

    /// Requests the user's dealbreakers with their version.
    public func dealbreakers() async throws -> Snapshot<SavedDealbreakers> {
        let response = try await client.response(Endpoint<Keyed<Dealbreakers>>(DiscoverRoutes.dealbreakers))
        return Snapshot(try SavedDealbreakers(response), at: response.receipt?.at)
    }

    /// Replaces the dealbreakers if the server still has `version`.
    ///
    /// - Parameters:
    ///   - dealbreakers: The new dealbreakers.
    ///   - version: The version that was read.
    ///   - key: The key of the request. The same key has the effect once.
    /// - Throws: A problem with code `version_conflict` if the server has another version, which it keeps.
    public func update(
        _ dealbreakers: Dealbreakers, replacing version: EntityTag, key: IdempotencyKey
    ) async throws -> SavedDealbreakers {
        try SavedDealbreakers(
            try await client.response(
                Endpoint(DiscoverRoutes.setDealbreakers).json(Keyed(dealbreakers)).ifMatch(version).idempotent(key)))
    }
}

extension SavedDealbreakers {
    fileprivate init(_ response: Response<Keyed<Dealbreakers>>) throws {
        self.init(dealbreakers: response.value.value, version: try response.version)
    }
}
