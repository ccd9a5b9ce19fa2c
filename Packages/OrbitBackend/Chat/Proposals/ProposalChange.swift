import BackendRuntime
import Chat
import Foundation
import OrbitModels
import OrbitStore
import Validation

/// The changes of proposals in the transaction of a request. `ProposalMachine` decides them.
enum ProposalChange {
    /// Applies an action to a proposal, stores the proposal, and notifies the people of the conversation.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - record: The proposal.
    ///   - access: The conversation, which the caller finds.
    ///   - transaction: The transaction of the request.
    /// - Returns: The proposal after the action.
    /// - Throws: ``HTTPProblem`` if the state of the proposal does not allow the action.
    static func apply(
        _ action: ProposalAction, to record: ProposalRecord, _ access: ConversationAccess,
        in transaction: LogTransaction
    ) throws -> ProposalRecord {
        let before = record.proposal
        let others = try others(than: before.proposerID, access, transaction)
        let next: Proposal
        do {
            next = try ProposalMachine.after(
                action, by: access.caller.id, on: before, others: others,
                at: transaction.now)
        } catch {
            throw problem(error, ProposalMachine.current(before, at: transaction.now))
        }
        guard next != before else { return record }
        // People with a block between them and the caller see only the end of a proposal.
        let unseen =
            try next.state.isOpen ? access.record.people(apartFrom: [access.caller.id], in: transaction) : []
        var changed = record
        changed.replace(with: next, unseenBy: unseen)
        try transaction.put(changed)
        try access.notifier(in: transaction).notify(of: changed, by: access.caller.id)
        return changed
    }

    /// The people whose acceptance a proposal needs. People who only read do not take part, and people whom a block
    /// hides from the proposer cannot answer.
    private static func others(
        than proposer: UserID, _ access: ConversationAccess, _ reader: any StoreReader
    ) throws -> Set<UserID> {
        var (record, audience) = (access.record, access.audience)
        // A meetup may have grown since the proposal.
        if record.isLarge {
            record = try ConversationRecord.withEveryone([record], in: reader).first ?? record
            audience = try ChatAudience(of: record.people, for: [proposer], knowing: audience.known, in: reader)
        }
        return Set(
            record.people.lazy
                .filter { $0.state == .active && $0.id != proposer && audience.sees(proposer, $0.id) }.map(\.id))
    }

    /// Withdraws an open proposal of the caller, whose message the caller deletes.
    static func withdraw(_ id: ProposalID, _ access: ConversationAccess, in transaction: LogTransaction) throws {
        guard let record = try transaction.get(ProposalRecord.self, id.rawValue), record.proposal.state.isOpen,
            transaction.now < record.proposal.expiresAt
        else { return }
        _ = try apply(.withdraw, to: record, access, in: transaction)
    }

    private static func problem(_ refusal: ProposalRefusal, _ proposal: Proposal) -> HTTPProblem {
        switch refusal {
        case .closed: .proposalClosed(proposal)
        case .notYours: HTTPProblem(403, .forbidden, "Only another person of the conversation can do this.")
        case .noSuchSlot:
            .invalidInput(
                [FieldFailure(path: "starts_at", code: .notAllowed)], "Choose one of the times that have not begun.")
        }
    }
}
