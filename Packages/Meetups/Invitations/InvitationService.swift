public import Networking
public import OrbitModels

/// Invites people to meetups, and replies to invitations.
public struct InvitationService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// One page of the invitations that wait for the user's reply, the soonest deadline first.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first.
    ///   - limit: how many, 1 to 100.
    public func received(
        after cursor: String? = nil, limit: Int = 20
    ) async throws -> Response<Page<ReceivedInvitation>> {
        try await client.response(Endpoint(InvitationRoutes.received, after: cursor, limit: limit))
    }

    /// Replies to an invitation. A person who says `yes` attends, or waits where there is no room; `maybe` can be
    /// changed until the deadline.
    ///
    /// - Throws: a problem with code `invitation_over` if it holds no longer.
    public func reply(
        to invitation: InvitationID, _ reply: InvitationReplyRequest, key: IdempotencyKey
    ) async throws -> ReceivedInvitation {
        try await client.send(
            Endpoint(InvitationRoutes.reply, parameters: ["invitation_id": invitation.rawValue]).json(reply)
                .idempotent(key))
    }

    /// One page of the invitations that the user has sent to a meetup of theirs, the latest first.
    ///
    /// - Parameters: as of ``received(after:limit:)``.
    public func sent(
        to meetup: MeetupID, after cursor: String? = nil, limit: Int = 20
    ) async throws -> Response<Page<SentInvitation>> {
        var endpoint = Endpoint<Page<SentInvitation>>(InvitationRoutes.sent, after: cursor, limit: limit)
        endpoint.parameters = ["meetup_id": meetup.rawValue]
        return try await client.response(endpoint)
    }

    /// Invites people, each on their own: some may be refused.
    public func invite(
        to meetup: MeetupID, _ people: InvitePeopleRequest, key: IdempotencyKey
    ) async throws -> InvitedPeople {
        try await client.send(
            Endpoint(InvitationRoutes.invite, parameters: ["meetup_id": meetup.rawValue]).json(people).idempotent(key))
    }

    /// Takes an invitation back.
    ///
    /// - Throws: as ``reply(to:_:key:)``.
    public func withdraw(_ invitation: InvitationID, key: IdempotencyKey) async throws -> Invitation {
        try await client.value(
            of: Endpoint(InvitationRoutes.withdraw, parameters: ["invitation_id": invitation.rawValue])
                .idempotent(key))
    }
}
