public import Networking
public import OrbitModels

/// Keeps a person's things out of the user's sight.
///
/// ```swift
/// try await service.mute(person, MuteRequest(until: now.addingTimeInterval(86_400)), key: key)
/// ```
public struct MuteService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// One page of the people the user has muted, the latest first.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first.
    ///   - limit: how many, 1 to 100.
    public func muted(after cursor: String? = nil, limit: Int = 100) async throws -> Response<Page<MutedPerson>> {
        try await client.response(Endpoint(MuteRoutes.list, after: cursor, limit: limit))
    }

    /// Mutes a person, or replaces the mute that there is. They are not told, and cannot find out.
    public func mute(_ user: UserID, _ request: MuteRequest, key: IdempotencyKey) async throws -> MutedPerson {
        let endpoint = Endpoint<Named<MutedPerson>>(MuteRoutes.mute, parameters: ["user_id": user.rawValue])
        return try await client.value(of: endpoint.json(request).idempotent(key))
    }

    /// Ends a mute; nothing if there is none.
    public func unmute(_ user: UserID, key: IdempotencyKey) async throws {
        try await client.perform(Endpoint(MuteRoutes.unmute, parameters: ["user_id": user.rawValue]).idempotent(key))
    }
}
