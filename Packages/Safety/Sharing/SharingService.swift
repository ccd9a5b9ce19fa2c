public import Networking
public import OrbitModels

/// Shares the plan of a meetup by a link that ends, and tells whether a blocked person attends it.
///
/// ```swift
/// let new = try await service.share(meetup, key: key)
/// let link = try SharedPlanLink(new, at: server)
/// ```
public struct SharingService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// Whether there is a link, and since when.
    public func state(of meetup: MeetupID) async throws -> Snapshot<PlanShare> {
        try await snapshot(of: endpoint(SharingRoutes.state, meetup))
    }

    /// Makes a link and ends the one before. A repetition makes another: the key only names the action in the log.
    public func share(_ meetup: MeetupID, key: IdempotencyKey) async throws -> NewPlanShare {
        try await client.send(endpoint(SharingRoutes.share, meetup).idempotent(key))
    }

    /// Says how many hours after the end of the meetup the link ends.
    public func extend(_ meetup: MeetupID, to hours: Int, key: IdempotencyKey) async throws -> PlanShare {
        let endpoint: Endpoint<Named<PlanShare>> = endpoint(SharingRoutes.extend, meetup)
        return try await client.value(of: endpoint.json(ExtendShareRequest(hours: hours)).idempotent(key))
    }

    /// Ends the link; nothing if there is none.
    public func revoke(_ meetup: MeetupID, key: IdempotencyKey) async throws {
        try await client.perform(endpoint(SharingRoutes.revoke, meetup).idempotent(key))
    }

    /// The plan at a link, for anyone who has it.
    public func plan(at token: ShareToken) async throws -> SharedPlan {
        try await client.value(of: Endpoint(SharingRoutes.read, parameters: ["share_token": token.reveal]))
    }

    /// Whether a person the user has blocked attends a meetup that the user attends.
    public func blocked(at meetup: MeetupID) async throws -> Snapshot<BlockedAttendance> {
        try await snapshot(of: endpoint(SharingRoutes.blocked, meetup))
    }

    private func endpoint<Payload>(_ route: Route, _ meetup: MeetupID) -> Endpoint<Payload> {
        Endpoint(route, parameters: ["meetup_id": meetup.rawValue])
    }

    private func snapshot<Value>(of endpoint: Endpoint<Named<Value>>) async throws -> Snapshot<Value> {
        let response = try await client.response(endpoint)
        return Snapshot(response.value.value, at: response.receipt?.at)
    }
}
