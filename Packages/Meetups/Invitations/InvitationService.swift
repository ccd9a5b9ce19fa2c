public import Networking
public import OrbitModels

/// Invites people to meetups, and replies to invitations.
public struct InvitationService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// Returns one page of the invitations that wait for the user's reply, the earliest deadline first.
    ///
    /// - Parameters:
    ///   - cursor: The `nextCursor` of the previous page, or `nil` for the first page.
    ///   - limit: The size of the page, 1 to 100.
    public func received(
        after cursor: String? = nil, limit: Int = 20
    ) async throws -> Response<Page<ReceivedInvitation>> {
        try await client.response(Endpoint(InvitationRoutes.received, after: cursor, limit: limit))
    }

    /// Replies to an invitation.
    ///
    /// After `yes`, the user attends, or joins the wait list if the meetup is full. The reply `maybe` can be changed
    /// until the deadline.
    ///
    /// - Parameters:
    ///   - invitation: The invitation.
    ///   - reply: The reply.
    ///   - key: The idempotency key of the request.
    /// - Throws: A problem with the code `invitation_over` if the invitation is no longer valid.
    public func reply(
        to invitation: InvitationID, _ reply: InvitationReplyRequest, key: IdempotencyKey
    ) async throws -> ReceivedInvitation {
        try await client.send(
            Endpoint(InvitationRoutes.reply, parameters: ["invitation_id": invitation.rawValue]).json(reply)
                .idempotent(key))
    }

    /// Returns one page of the invitations to a meetup of the user, the latest first.
    ///
    /// - Parameters:
    ///   - meetup: The meetup, which the user hosts.
    ///   - cursor: The `nextCursor` of the previous page, or `nil` for the first page.
    ///   - limit: The size of the page, 1 to 100.
    public func sent(
        to meetup: MeetupID, after cursor: String? = nil, limit: Int = 20
    ) async throws -> Response<Page<SentInvitation>> {
        var endpoint = Endpoint<Page<SentInvitation>>(InvitationRoutes.sent, after: cursor, limit: limit)
        endpoint.parameters = ["meetup_id": meetup.rawValue]
        return try await client.response(endpoint)
    }

    /// Invites people. The server accepts or refuses each person individually.
    public func invite(
        to meetup: MeetupID, _ people: InvitePeopleRequest, key: IdempotencyKey
    ) async throws -> InvitedPeople {
        try await client.send(
            Endpoint(InvitationRoutes.invite, parameters: ["meetup_id": meetup.rawValue]).json(people).idempotent(key))
    }

    /// Withdraws an invitation.
    ///
    /// - Throws: A problem with the code `invitation_over` if the invitation is no longer valid.
    public func withdraw(_ invitation: InvitationID, key: IdempotencyKey) async throws -> Invitation {
        try await client.value(
            of: Endpoint(InvitationRoutes.withdraw, parameters: ["invitation_id": invitation.rawValue])
                .idempotent(key))
    }
}
