public import Networking
public import OrbitModels
public import TimeAndChance

/// Keeping someone away.
public struct BlockService: Sendable {
    private let client: APIClient
    private let random: RandomSource

    public init(client: APIClient, random: RandomSource = .system) {
        self.client = client
        self.random = random
    }

    /// One page of the people one has blocked, the latest first.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first.
    ///   - limit: how many, 1 to 100.
    public func blocked(after cursor: String? = nil, limit: Int = 20) async throws -> BlocksPage {
        try await client.send(.blocks(after: cursor, limit: limit))
    }

    /// Hides two people from each other at once and everywhere, ends their match and their open pokes.
    public func block(_ user: UserID) async throws {
        _ = try await client.send(.block(user, key: .random(from: random)))
    }

    /// Takes the block back. What it has ended does not come back.
    public func unblock(_ user: UserID) async throws {
        _ = try await client.send(.unblock(user))
    }
}
