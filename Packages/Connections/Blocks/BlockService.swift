public import Networking
public import OrbitModels

/// Keeps people away from each other.
public struct BlockService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// One page of the people the user has blocked, the latest first.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first.
    ///   - limit: how many, 1 to 100.
    public func blocked(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<BlockedPerson>> {
        try await client.response(Endpoint(BlockRoutes.list, after: cursor, limit: limit))
    }

    /// Hides two people from each other at once and everywhere, ends their match and their open pokes.
    public func block(_ user: UserID, key: IdempotencyKey) async throws {
        try await client.perform(Endpoint(BlockRoutes.block, parameters: ["user_id": user.rawValue]).idempotent(key))
    }

    /// Takes the block back. What it has ended does not come back.
    public func unblock(_ user: UserID, key: IdempotencyKey) async throws {
        try await client.perform(Endpoint(BlockRoutes.unblock, parameters: ["user_id": user.rawValue]).idempotent(key))
    }
}
