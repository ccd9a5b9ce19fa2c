public import Foundation
public import Networking
public import OrbitModels

extension ChatService {
    /// Requests one page of the proposals of a conversation, the latest first.
    ///
    /// - Parameters:
    ///   - conversation: The conversation.
    ///   - cursor: `nextCursor` of the previous page; `nil` for the first page.
    ///   - limit: The number of proposals, 1 to 100.
    public func proposals(
        in conversation: ConversationID, after cursor: String? = nil, limit: Int = 20
    ) async throws -> Response<Page<Proposal>> {
        var endpoint = Endpoint<Page<Proposal>>(ProposalRoutes.list, after: cursor, limit: limit)
        endpoint.parameters = Self.path(conversation)
        return try await client.response(endpoint)
    }

    /// Sends a proposal or a counterproposal. The server posts it as a message.
    ///
    /// - Throws: A problem with code `proposal_closed` if the countered proposal is no longer open.
    public func propose(
        _ proposal: SendProposalRequest, in conversation: ConversationID, key: IdempotencyKey
    ) async throws -> Proposal {
        try await client.value(
            of: Endpoint(ProposalRoutes.send, parameters: Self.path(conversation)).json(proposal).idempotent(key))
    }

    /// Accepts the slot with this start.
    ///
    /// - Throws: A problem with code `proposal_closed` if the proposal is no longer open.
    public func accept(
        _ proposal: ProposalID, startingAt start: Date, key: IdempotencyKey
    ) async throws -> Proposal {
        try await client.value(
            of: Endpoint(ProposalRoutes.accept, parameters: Self.path(proposal))
                .json(AcceptProposalRequest(startsAt: start)).idempotent(key))
    }

    /// Declines a proposal of another person.
    public func decline(_ proposal: ProposalID, key: IdempotencyKey) async throws -> Proposal {
        try await client.value(
            of: Endpoint(ProposalRoutes.decline, parameters: Self.path(proposal)).idempotent(key))
    }

    /// Withdraws an own proposal.
    public func withdraw(_ proposal: ProposalID, key: IdempotencyKey) async throws -> Proposal {
        try await client.value(
            of: Endpoint(ProposalRoutes.withdraw, parameters: Self.path(proposal)).idempotent(key))
    }

    /// Links an own, accepted proposal to the meetup that the user created from it.
    public func link(_ proposal: ProposalID, to meetup: MeetupID, key: IdempotencyKey) async throws -> Proposal {
        try await client.value(
            of: Endpoint(ProposalRoutes.linkMeetup, parameters: Self.path(proposal))
                .json(LinkMeetupRequest(meetupID: meetup)).idempotent(key))
    }

    private static func path(_ proposal: ProposalID) -> [String: String] {
        ["proposal_id": proposal.rawValue]
    }
}
