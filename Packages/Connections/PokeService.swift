public import Networking
public import OrbitModels
public import TimeAndChance

/// Sending pokes and answering them.
///
/// ```swift
/// switch try await pokes.send(to: person.id, note: .coffee) {
/// case .sent(let poke): print("It waits until \(poke.expiresAt).")
/// case .matched(let match): print("You and \(match.partnerName) are matched.")
/// }
/// ```
public struct PokeService: Sendable {
    private let client: APIClient
    private let random: RandomSource

    public init(client: APIClient, random: RandomSource = .system) {
        self.client = client
        self.random = random
    }

    /// Pokes someone; if they have poked first, the two are matched. A retry after a lost answer pokes nobody twice.
    ///
    /// - Throws: a problem with code `rate_limited` when a limit is reached; `PokeLimitReached` reads it.
    public func send(to person: UserID, note: PokeNote) async throws -> PokeOutcome {
        try await client.send(.poke(SendPokeRequest(toUserID: person, note: note), key: newKey()))
    }

    /// One page of the pokes that wait for an answer, the latest first, by arrival and nothing else.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first.
    ///   - limit: how many, 1 to 100.
    public func incoming(after cursor: String? = nil, limit: Int = 20) async throws -> PokesPage<IncomingPoke> {
        try await client.send(.incomingPokes(after: cursor, limit: limit))
    }

    /// One page of the pokes one has sent, the latest first. One that was declined looks like one that nobody has read.
    ///
    /// - Parameters: as of ``incoming(after:limit:)``.
    public func outgoing(after cursor: String? = nil, limit: Int = 20) async throws -> PokesPage<OutgoingPoke> {
        try await client.send(.outgoingPokes(after: cursor, limit: limit))
    }

    public func accept(_ poke: PokeID) async throws -> Match {
        try await client.send(.accept(poke, key: newKey())).match
    }

    /// Says no. The other is not told.
    public func decline(_ poke: PokeID) async throws -> Poke {
        try await client.send(.end(poke, by: PokeRoutes.decline, key: newKey())).poke
    }

    /// Puts the poke away without an answer.
    public func ignore(_ poke: PokeID) async throws -> Poke {
        try await client.send(.end(poke, by: PokeRoutes.ignore, key: newKey())).poke
    }

    /// Takes back a poke one has sent.
    public func withdraw(_ poke: PokeID) async throws -> Poke {
        try await client.send(.end(poke, by: PokeRoutes.withdraw, key: newKey())).poke
    }

    /// Ignores many waiting pokes at once, and says how many they were.
    @discardableResult
    public func clear(_ pokes: ClearPokesRequest) async throws -> Int {
        try await client.send(.clear(pokes, key: newKey())).cleared
    }

    private func newKey() -> IdempotencyKey { .random(from: random) }
}
