public import Networking
public import OrbitModels

/// A service that blocks people.
public struct BlockService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// Requests one page of the people the user has blocked, the latest first.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the previous page; `nil` for the first page.
    ///   - limit: The number of people, 1 to 100.
    public func blocked(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<BlockedPerson>> {
        try await client.response(Endpoint(BlockRoutes.list, after: cursor, limit: limit))
    }

    /// Hides two people from each other immediately and everywhere, and ends their match and their open pokes.
    public func block(_ user: UserID, key: IdempotencyKey) async throws {
        try await client.perform(Endpoint(BlockRoutes.block, parameters: ["user_id": user.rawValue]).idempotent(key))
    }

    /// Removes a block. The match and the pokes that it has ended are not restored.
    public func unblock(_ user: UserID, key: IdempotencyKey) async throws {
        try await client.perform(Endpoint(BlockRoutes.unblock, parameters: ["user_id": user.rawValue]).idempotent(key))
    }
}
