public import Networking
public import OrbitModels

/// Sends pokes, accepts them or turns them down.
///
/// Each action takes an `Idempotency-Key`: the same request with the same key has its effect once.
///
/// ```swift
/// switch try await pokes.send(to: person.id, note: .coffee, key: key) {
/// case .sent(let poke): print("It waits until \(poke.expiresAt).")
/// case .matched(let match): print("You and \(match.partnerName) are matched.")
/// }
/// ```
public struct PokeService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// Pokes a person; if they have poked first, the two are matched.
    ///
    /// - Throws: a problem with code `rate_limited` when a limit is reached; `PokeLimitReached` reads it.
    public func send(to person: UserID, note: PokeNote, key: IdempotencyKey) async throws -> PokeOutcome {
        try await client.send(.poke(SendPokeRequest(toUserID: person, note: note), key: key))
    }

    /// One page of the pokes that wait, the latest first, by arrival and nothing else.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first.
    ///   - limit: how many, 1 to 100.
    public func incoming(
        after cursor: String? = nil, limit: Int = 20
    ) async throws -> Response<PokesPage<IncomingPoke>> {
        try await client.response(.incomingPokes(after: cursor, limit: limit))
    }

    /// One page of the pokes that were sent, the latest first. A declined poke looks like an unread one.
    ///
    /// - Parameters: as of ``incoming(after:limit:)``.
    public func outgoing(
        after cursor: String? = nil, limit: Int = 20
    ) async throws -> Response<PokesPage<OutgoingPoke>> {
        try await client.response(.outgoingPokes(after: cursor, limit: limit))
    }

    /// Says yes: the two are matched.
    public func accept(_ poke: PokeID, key: IdempotencyKey) async throws -> Match {
        try await client.send(.accept(poke, key: key)).match
    }

    /// Says no. The other is not told.
    public func decline(_ poke: PokeID, key: IdempotencyKey) async throws -> Poke {
        try await client.send(.end(poke, by: PokeRoutes.decline, key: key)).poke
    }

    /// Puts the poke away without a reply.
    public func ignore(_ poke: PokeID, key: IdempotencyKey) async throws -> Poke {
        try await client.send(.end(poke, by: PokeRoutes.ignore, key: key)).poke
    }

    /// Takes back a poke that was sent.
    public func withdraw(_ poke: PokeID, key: IdempotencyKey) async throws -> Poke {
        try await client.send(.end(poke, by: PokeRoutes.withdraw, key: key)).poke
    }

    /// Ignores many waiting pokes at once, and says how many they were.
    @discardableResult
    public func clear(_ pokes: ClearPokesRequest, key: IdempotencyKey) async throws -> Int {
        try await client.send(.clear(pokes, key: key)).cleared
    }
}
