public import Networking
public import OrbitModels

/// Shares the plan of a meetup by a link that expires, and returns whether a blocked person attends the meetup.
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

    /// Returns the state of the user's link to the plan of a meetup.
    public func state(of meetup: MeetupID) async throws -> Snapshot<PlanShare> {
        try await snapshot(of: endpoint(SharingRoutes.state, meetup))
    }

    /// Creates a link, which replaces the previous link.
    ///
    /// A repeated request creates another link, because the key only identifies the action in the log.
    public func share(_ meetup: MeetupID, key: IdempotencyKey) async throws -> NewPlanShare {
        try await client.send(endpoint(SharingRoutes.share, meetup).idempotent(key))
    }

    /// Changes the expiry of the link. The link then expires `hours` after the end of the meetup, in the range
    /// ``SharingLimits/hours``.
    public func extend(_ meetup: MeetupID, to hours: Int, key: IdempotencyKey) async throws -> PlanShare {
        let endpoint: Endpoint<Keyed<PlanShare>> = endpoint(SharingRoutes.extend, meetup)
        return try await client.value(of: endpoint.json(ExtendShareRequest(hours: hours)).idempotent(key))
    }

    /// Ends the link. Does nothing without a link.
    public func revoke(_ meetup: MeetupID, key: IdempotencyKey) async throws {
        try await client.perform(endpoint(SharingRoutes.revoke, meetup).idempotent(key))
    }

    /// Returns the plan for the token of a link. It needs no session.
    public func plan(at token: ShareToken) async throws -> SharedPlan {
        try await client.value(of: Endpoint(SharingRoutes.read, parameters: ["share_token": token.reveal]))
    }

    /// Returns whether a person that the user has blocked attends a meetup that the user attends.
    public func blocked(at meetup: MeetupID) async throws -> Snapshot<BlockedAttendance> {
        try await snapshot(of: endpoint(SharingRoutes.blocked, meetup))
    }

    private func endpoint<Payload>(_ route: Route, _ meetup: MeetupID) -> Endpoint<Payload> {
        Endpoint(route, parameters: ["meetup_id": meetup.rawValue])
    }

    private func snapshot<Value>(of endpoint: Endpoint<Keyed<Value>>) async throws -> Snapshot<Value> {
        let response = try await client.response(endpoint)
        return Snapshot(response.value.value, at: response.receipt?.at)
    }
}
