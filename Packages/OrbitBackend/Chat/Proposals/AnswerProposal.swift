import BackendRuntime
import Chat
import Networking
import OrbitModels
import OrbitStore

/// `POST /proposals/{proposal_id}/accept`, `decline`, `withdraw` and `meetup`, by the rules of ``ProposalMachine``.
///
/// A repeated request returns the proposal as it is.
struct AnswerProposal: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedIn(ProposalRoutes.accept, as: .person, BodyReader<AcceptProposalRequest>.json) {
                transaction, call, caller, body in
                try perform(.accept(body.startsAt), transaction, call, caller)
            },
            context.signedIn(ProposalRoutes.decline, as: .person, .none) { transaction, call, caller, _ in
                try perform(.decline, transaction, call, caller)
            },
            context.signedIn(ProposalRoutes.withdraw, as: .person, .none) { transaction, call, caller, _ in
                try perform(.withdraw, transaction, call, caller)
            },
            context.signedIn(
                ProposalRoutes.linkMeetup, as: .person, BodyReader<LinkMeetupRequest>.json, perform: link),
        ]
    }

    private func perform(
        _ action: ProposalAction, _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller
    ) throws -> OperationResult {
        let (record, access) = try Self.find(call, caller, transaction)
        // A proposer can withdraw at any time. Other people cannot answer after the end of the match.
        if action != .withdraw { _ = try access.forWriting() }
        let changed = try ProposalChange.apply(action, to: record, access, in: transaction)
        // Only an acceptance can be repeated, with another slot.
        if case .accept = action, changed.proposal != record.proposal {
            try ChatRates.admitChange(by: caller, in: transaction)
        }
        let isNewlyAccepted = changed.proposal.state == .accepted && record.proposal.state != .accepted
        if isNewlyAccepted {
            // The message is about that of the proposal, so a block with the proposer hides both.
            let (message, last) = try MessageRecord.append(
                to: access.record, by: nil, kind: .system, text: "The proposal was accepted.", replySeq: record.seq,
                proposalID: changed.proposal.id, in: transaction)
            let original = try MessageRecord.of(access.record.id, record.seq, in: transaction)
            try access.notifier(of: last, in: transaction).notify(
                of: message, .messageAdded, by: nil, replyingTo: original)
        }
        return try Self.response(changed, access, transaction)
    }

    /// Links the meetup that the proposer has created from an accepted proposal. Linking it again has no effect.
    private func link(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: LinkMeetupRequest
    ) throws -> OperationResult {
        let (found, access) = try Self.find(call, caller, transaction)
        var record = found
        guard record.proposal.proposerID == caller.userID else {
            throw HTTPProblem(403, .forbidden, "Only the person who proposed can add the meetup.")
        }
        guard record.proposal.state == .accepted else { throw HTTPProblem.proposalClosed(record.proposal) }
        if record.proposal.meetupID == body.meetupID { return try Self.response(record, access, transaction) }
        guard record.proposal.meetupID == nil else { throw HTTPProblem.proposalClosed(record.proposal) }
        _ = try access.forWriting()
        guard let meetup = try MeetupRecord.of(body.meetupID, in: transaction), meetup.hostID == caller.userID,
            !meetup.isCancelled
        else { throw HTTPProblem.notFound }
        var next = record.proposal
        next.meetupID = body.meetupID
        record.replace(with: next)
        try transaction.put(record)
        try access.notifier(in: transaction).notify(of: record, by: caller.userID)
        return try Self.response(record, access, transaction)
    }

    /// Returns the proposal in the path, with its conversation.
    ///
    /// - Throws: ``HTTPProblem/notFound`` if the caller does not find the conversation, or may not see the proposer.
    private static func find(
        _ call: RequestContext, _ caller: Caller, _ reader: any StoreReader
    ) throws -> (ProposalRecord, ConversationAccess) {
        guard let record = try reader.get(ProposalRecord.self, call.parameter("proposal_id")) else {
            throw HTTPProblem.notFound
        }
        let access = try ConversationAccess(record.proposal.conversationID, by: caller.account, in: reader)
        guard access.audience.sees(caller.userID, record.proposal.proposerID) else { throw HTTPProblem.notFound }
        return (record, access)
    }

    private static func response(
        _ record: ProposalRecord, _ access: ConversationAccess, _ reader: any StoreReader
    ) throws -> OperationResult {
        .success(Keyed(try record.proposal(for: access.caller.id, hiding: access.view().hidden, in: reader)))
    }
}
