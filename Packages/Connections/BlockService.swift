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

    /// Hides two people from each other at once and everywhere, ends their match and their open pokes.
    public func block(_ user: UserID) async throws {
        _ = try await client.send(.block(user, key: .random(from: random)))
    }

    /// Takes the block back. What it has ended does not come back.
    public func unblock(_ user: UserID) async throws {
        _ = try await client.send(.unblock(user))
    }
}
