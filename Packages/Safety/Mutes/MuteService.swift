public import Networking
public import OrbitModels

/// Mutes people and ends mutes.
///
/// A repeated request with the same idempotency key has no second effect.
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

    /// Returns one page of the people that the user has muted, the latest first.
    ///
    /// - Parameters:
    ///   - cursor: The `nextCursor` of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of elements, 1 to 100.
    public func muted(after cursor: String? = nil, limit: Int = 100) async throws -> Response<Page<MutedPerson>> {
        try await client.response(Endpoint(MuteRoutes.list, after: cursor, limit: limit))
    }

    /// Mutes a person, and returns the mute. An existing mute is replaced. The person is not notified and cannot detect
    /// the mute.
    public func mute(_ user: UserID, _ request: MuteRequest, key: IdempotencyKey) async throws -> MutedPerson {
        let endpoint = Endpoint<Keyed<MutedPerson>>(MuteRoutes.mute, parameters: ["user_id": user.rawValue])
        return try await client.value(of: endpoint.json(request).idempotent(key))
    }

    /// Ends a mute. Does nothing if the person is not muted.
    public func unmute(_ user: UserID, key: IdempotencyKey) async throws {
        try await client.perform(Endpoint(MuteRoutes.unmute, parameters: ["user_id": user.rawValue]).idempotent(key))
    }
}
