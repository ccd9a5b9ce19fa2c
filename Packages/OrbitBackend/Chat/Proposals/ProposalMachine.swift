import Foundation
import OrbitModels

/// A reason for which a proposal does not change.
enum ProposalRefusal: Error, Hashable {
    /// The proposal has ended, or its last slot has started.
    case closed
    /// The action is that of another person, such as accepting an own proposal.
    case notYours
    /// The slot is not among those of the proposal, or has started.
    case noSuchSlot
}

/// An action on a proposal.
enum ProposalAction: Hashable {
    /// Accepts the slot with this start.
    case accept(Date)
    case decline
    case withdraw
    /// A newer proposal replaces this one.
    case replace
}

/// The state machine of proposals. A proposal leaves the state `proposed` once, and never returns to it.
///
/// | Action | By the proposer | By another person |
/// |---|---|---|
/// | accept | refused | an answer, and `accepted` once all others have accepted the same slot |
/// | decline | refused | `declined` |
/// | withdraw | `withdrawn` | refused |
/// | replace | `superseded` | `countered` |
///
/// A person who repeats an action that took effect gets the proposal as it is, so a repeated request is no error.
enum ProposalMachine {
    /// Returns the proposal after an action.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - person: The person who acts, one of the people of the conversation.
    ///   - proposal: The proposal.
    ///   - others: The people of the conversation without the proposer.
    ///   - now: The time of the action.
    /// - Throws: ``ProposalRefusal``.
    static func after(
        _ action: ProposalAction, by person: UserID, on proposal: Proposal, others: Set<UserID>, at now: Date
    ) throws(ProposalRefusal) -> Proposal {
        let isProposer = person == proposal.proposerID
        switch action {
        case .accept, .decline: if isProposer { throw .notYours }
        case .withdraw: if !isProposer { throw .notYours }
        case .replace: break
        }
        if isRepeated(action, by: person, on: proposal) { return proposal }
        guard proposal.state.isOpen, now < proposal.expiresAt else { throw .closed }
        var next = proposal
        switch action {
        case .accept(let start):
            guard let slot = proposal.slots.first(where: { $0.startsAt == start }), now < start else {
                throw .noSuchSlot
            }
            next.answer(ProposalAnswer(userID: person, answer: .accepted, startsAt: start, at: now))
            let agreed = Set(
                next.answers.lazy.filter { $0.answer == .accepted && $0.startsAt == start }.map(\.userID))
            if others.isSubset(of: agreed) { (next.state, next.acceptedSlot) = (.accepted, slot) }
        case .decline:
            next.answer(ProposalAnswer(userID: person, answer: .declined, at: now))
            next.state = .declined
        case .withdraw: next.state = .withdrawn
        case .replace: next.state = isProposer ? .superseded : .countered
        }
        return next
    }

    /// Returns the proposal after the start of its last slot.
    static func expired(_ proposal: Proposal) -> Proposal {
        var next = proposal
        if next.state.isOpen { next.state = .expired }
        return next
    }

    /// Returns the proposal as it is at a time, whether or not scheduled work has run.
    static func current(_ proposal: Proposal, at now: Date) -> Proposal {
        now < proposal.expiresAt ? proposal : expired(proposal)
    }

    private static func isRepeated(_ action: ProposalAction, by person: UserID, on proposal: Proposal) -> Bool {
        let answer = proposal.answers.first { $0.userID == person }
        switch action {
        case .accept(let start): return answer?.answer == .accepted && answer?.startsAt == start
        case .decline: return answer?.answer == .declined
        case .withdraw: return proposal.state == .withdrawn
        case .replace: return false
        }
    }
}

extension Proposal {
    fileprivate mutating func answer(_ answer: ProposalAnswer) {
        answers.removeAll { $0.userID == answer.userID }
        answers.append(answer)
    }
}
