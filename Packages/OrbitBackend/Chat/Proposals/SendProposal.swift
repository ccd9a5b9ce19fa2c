import BackendRuntime
import Chat
import Foundation
import Networking
import OrbitModels
import OrbitStore
import Validation

/// `GET` and `POST /conversations/{conversation_id}/proposals`: the proposals of a conversation, and a new proposal.
///
/// People who see each other have one open proposal. A new proposal of the same person supersedes it, and a proposal of
/// another person has to counter it. The message of the proposal is appended in the same transaction.
struct SendProposal: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(ProposalRoutes.list, as: .person, perform: list),
            context.signedIn(
                ProposalRoutes.send, as: .person, BodyReader<SendProposalRequest>.json.checked(Self.checked),
                perform: send),
        ]
    }

    private static func checked(_ body: SendProposalRequest, at now: Date) throws -> Draft {
        guard ChatBounds.isValid(body.clientID) else {
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: "client_id", code: .malformed)], "This cannot be sent. Propose it again.")
        }
        let checked: SendProposalRequest
        do {
            checked = try ProposalRules.checked(body, at: now)
        } catch {
            throw HTTPProblem.invalidInput(error.failures, Self.refusal)
        }
        guard let zone = TimeZone(identifier: checked.timeZone), let last = checked.slots.last else {
            throw HTTPProblem.invalidInput([FieldFailure(path: "zone", code: .unknownValue)], Self.refusal)
        }
        return Draft(request: checked, zone: zone, last: last)
    }

    private static let refusal = "Check your proposal. Something is not right yet."

    /// A proposal that passed the checks.
    struct Draft: Sendable {
        let request: SendProposalRequest
        let zone: TimeZone
        /// The slot with the latest start.
        let last: ProposalSlot
    }

    private func list(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let access = try ConversationAccess(call, by: caller, in: reader)
        let hidden = access.view().hidden
        let page = try PageReader(call, list: "proposals \(access.record.id)").page(
            of: ProposalRecord.self, from: [ProposalRecord.query(access.record.id)], in: reader
        ) { (record: ProposalRecord) -> Proposal? in
            guard !hidden.contains(record.proposal.proposerID) else { return nil }
            let proposal = try record.proposal(for: caller.userID, hiding: hidden, in: reader)
            return ProposalMachine.current(proposal, at: call.now)
        }
        return .success(page, cache: .revalidated)
    }

    private func send(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<SendProposalRequest, Draft>
    ) throws -> OperationResult {
        let access = try ConversationAccess(call, by: caller, in: transaction)
        let draft = try checked.value()
        let hidden = access.view().hidden
        if let known = try ProposalRecord.sent(
            as: draft.request.clientID, by: caller.userID, in: access.record.id, transaction)
        {
            return .success(Keyed(try known.proposal(for: caller.userID, hiding: hidden, in: transaction)))
        }
        guard try !access.forWriting().record.isLarge else { throw Self.tooManyPeople }
        let taken = try MessageRecord.sent(
            as: draft.request.clientID, by: caller.userID, in: access.record.id, transaction)
        guard taken == nil else { throw Self.taken }
        if let wait = try MessageRecord.wait(of: caller.userID, in: transaction, now: call.now) {
            throw HTTPProblem.tooManyMessages(wait: wait)
        }
        try ChatRates.proposals.admit(
            caller.userID.rawValue, in: transaction, now: call.now,
            message: "You have proposed many times lately. Try again later.")
        try endOpen(draft.request, access, transaction)
        let record = try append(draft, access, transaction)
        return .success(Keyed(try record.proposal(for: caller.userID, hiding: hidden, in: transaction)))
    }

    /// Ends all open proposals that the caller sees.
    ///
    /// An open proposal of a person who is hidden from the caller stays open. A refusal or a counter would reveal each
    /// of the two to the other. So a conversation can have several open proposals: one for each side of a block.
    ///
    /// - Throws: ``HTTPProblem`` if the countered proposal has ended meanwhile, or a proposal of another person is open
    ///   and none is countered.
    private func endOpen(
        _ request: SendProposalRequest, _ access: ConversationAccess, _ transaction: LogTransaction
    ) throws {
        // Scheduled work expires a proposal a moment after its last slot.
        let open = try ProposalRecord.open(in: access.record, transaction).filter {
            transaction.now < $0.proposal.expiresAt && Self.isSeen($0, access)
        }
        if let id = request.counteredID {
            guard let record = try transaction.get(ProposalRecord.self, id.rawValue),
                record.proposal.conversationID == access.record.id, Self.isSeen(record, access)
            else { throw Self.nothingToCounter }
            guard open.contains(where: { $0.proposal.id == id }) else {
                throw HTTPProblem.proposalClosed(ProposalMachine.current(record.proposal, at: transaction.now))
            }
        } else if let other = open.first(where: { $0.proposal.proposerID != access.caller.id }) {
            throw HTTPProblem.proposalClosed(other.proposal)
        }
        for record in open { _ = try ProposalChange.apply(.replace, to: record, access, in: transaction) }
    }

    private static func isSeen(_ record: ProposalRecord, _ access: ConversationAccess) -> Bool {
        access.audience.sees(access.caller.id, record.proposal.proposerID)
    }

    /// Appends the message and stores the proposal.
    private func append(
        _ draft: Draft, _ access: ConversationAccess, _ transaction: LogTransaction
    ) throws -> ProposalRecord {
        let (request, now, id) = (draft.request, transaction.now, ProposalID(context.newIdentifier()))
        let (message, changed) = try MessageRecord.append(
            to: access.record, by: access.caller.id, clientID: request.clientID, kind: .proposal, text: nil,
            proposalID: id, in: transaction)
        let proposal = Proposal(
            id: id, conversationID: access.record.id, messageID: message.id, proposerID: access.caller.id,
            title: request.title, place: request.place, timeZone: draft.zone, slots: request.slots,
            counteredID: request.counteredID, createdAt: now, expiresAt: draft.last.startsAt)
        let record = ProposalRecord(proposal, clientID: request.clientID, seq: message.seq)
        try transaction.put(record)
        let notifier = access.notifier(of: changed, in: transaction)
        try notifier.notify(of: record, by: access.caller.id)
        try notifier.notify(of: message, .messageAdded, by: access.caller.id)
        return record
    }

    private static let tooManyPeople = HTTPProblem(
        409, .limitReached, "There are too many people here to agree on a time. Plan a meetup instead.",
        details: ["max": .integer(ChatBounds.maxNotified)])

    private static let taken = HTTPProblem.invalidInput(
        [FieldFailure(path: "client_id", code: .duplicate)], "This was sent before. Propose it again.")

    private static let nothingToCounter = HTTPProblem.invalidInput(
        [FieldFailure(path: "counters", code: .notAllowed)], "This proposal is not here any more.")
}
