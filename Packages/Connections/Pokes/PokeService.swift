public import Networking
public import OrbitModels

/// A service that sends pokes and replies to them.
///
/// Each action takes an `Idempotency-Key`. A repeated request with the same key has its effect once.
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

    /// Pokes a person. If they have poked first, the two people are matched.
    ///
    /// - Parameters:
    ///   - person: The recipient.
    ///   - note: The note of the poke.
    ///   - key: The key of the request.
    /// - Throws: A problem with code `rate_limited` when a limit is reached; ``PokeLimitReached`` reads it.
    public func send(to person: UserID, note: PokeNote, key: IdempotencyKey) async throws -> PokeOutcome {
        try await client.send(
            Endpoint(PokeRoutes.send).json(SendPokeRequest(toUserID: person, note: note)).idempotent(key))
    }

    /// Requests one page of waiting pokes, sorted only by arrival, the latest first.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the previous page; `nil` for the first page.
    ///   - limit: The number of pokes, 1 to 100.
    public func incoming(
        after cursor: String? = nil, limit: Int = 20
    ) async throws -> Response<Page<IncomingPoke>> {
        try await client.response(Endpoint(PokeRoutes.incoming, after: cursor, limit: limit))
    }

    /// Requests one page of sent pokes, the latest first. A declined poke looks like an unread poke.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the previous page; `nil` for the first page.
    ///   - limit: The number of pokes, 1 to 100.
    public func outgoing(
        after cursor: String? = nil, limit: Int = 20
    ) async throws -> Response<Page<OutgoingPoke>> {
        try await client.response(Endpoint(PokeRoutes.outgoing, after: cursor, limit: limit))
    }

    /// Accepts a poke: the two people are matched.
    public func accept(_ poke: PokeID, key: IdempotencyKey) async throws -> Match {
        try await act(PokeRoutes.accept, on: poke, key: key)
    }

    /// Declines a poke. The sender is not notified.
    public func decline(_ poke: PokeID, key: IdempotencyKey) async throws -> Poke {
        try await act(PokeRoutes.decline, on: poke, key: key)
    }

    /// Removes a poke from the waiting pokes without a reply.
    public func ignore(_ poke: PokeID, key: IdempotencyKey) async throws -> Poke {
        try await act(PokeRoutes.ignore, on: poke, key: key)
    }

    /// Withdraws a poke that the user has sent.
    public func withdraw(_ poke: PokeID, key: IdempotencyKey) async throws -> Poke {
        try await act(PokeRoutes.withdraw, on: poke, key: key)
    }

    /// Ignores many waiting pokes at once, and returns their number.
    @discardableResult
    public func clear(_ pokes: ClearPokesRequest, key: IdempotencyKey) async throws -> Int {
        let endpoint = try Endpoint<ClearedPokes>(PokeRoutes.clear).json(pokes).idempotent(key)
        return try await client.send(endpoint).cleared
    }

    /// Returns the object of the response: the match of an accepted poke, and the poke for other actions.
    private func act<Result: JSONKeyed>(_ route: Route, on poke: PokeID, key: IdempotencyKey) async throws -> Result {
        try await client.value(of: Endpoint(route, parameters: ["poke_id": poke.rawValue]).idempotent(key))
    }
}
