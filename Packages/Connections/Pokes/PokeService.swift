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
        try await client.send(
            Endpoint(PokeRoutes.send).json(SendPokeRequest(toUserID: person, note: note)).idempotent(key))
    }

    /// One page of the pokes that wait, the latest first, by arrival and nothing else.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first.
    ///   - limit: how many, 1 to 100.
    public func incoming(
        after cursor: String? = nil, limit: Int = 20
    ) async throws -> Response<Page<IncomingPoke>> {
        try await client.response(Endpoint(PokeRoutes.incoming, after: cursor, limit: limit))
    }

    /// One page of the pokes that were sent, the latest first. A declined poke looks like an unread one.
    ///
    /// - Parameters: as of ``incoming(after:limit:)``.
    public func outgoing(
        after cursor: String? = nil, limit: Int = 20
    ) async throws -> Response<Page<OutgoingPoke>> {
        try await client.response(Endpoint(PokeRoutes.outgoing, after: cursor, limit: limit))
    }

    /// Says yes: the two are matched.
    public func accept(_ poke: PokeID, key: IdempotencyKey) async throws -> Match {
        try await act(PokeRoutes.accept, on: poke, key: key)
    }

    /// Says no. The other is not told.
    public func decline(_ poke: PokeID, key: IdempotencyKey) async throws -> Poke {
        try await act(PokeRoutes.decline, on: poke, key: key)
    }

    /// Puts the poke away without a reply.
    public func ignore(_ poke: PokeID, key: IdempotencyKey) async throws -> Poke {
        try await act(PokeRoutes.ignore, on: poke, key: key)
    }

    /// Takes back a poke that was sent.
    public func withdraw(_ poke: PokeID, key: IdempotencyKey) async throws -> Poke {
        try await act(PokeRoutes.withdraw, on: poke, key: key)
    }

    /// Ignores many waiting pokes at once, and says how many they were.
    @discardableResult
    public func clear(_ pokes: ClearPokesRequest, key: IdempotencyKey) async throws -> Int {
        let endpoint = try Endpoint<ClearedPokes>(PokeRoutes.clear).json(pokes).idempotent(key)
        return try await client.send(endpoint).cleared
    }

    /// Returns what the response is about: the match of an accepted poke, the poke otherwise.
    private func act<Result: WireNamed>(_ route: Route, on poke: PokeID, key: IdempotencyKey) async throws -> Result {
        try await client.value(of: Endpoint(route, parameters: ["poke_id": poke.rawValue]).idempotent(key))
    }
}
