public import Foundation
public import OrbitModels
public import Presentation

/// The rule that forbids an action on a proposal. A forbidden action sends no request.
public enum ProposalFailure: String, TranslatableError, CategorizedError, CaseIterable, Hashable, Sendable {
    /// The proposal was answered, withdrawn or replaced, or has expired.
    case closed
    /// Only the proposer can do this.
    case notYours = "not_yours"
    /// The proposer cannot do this.
    case own
    /// The slot is not part of the proposal, or has started.
    case slotGone = "slot_gone"
    /// The proposal is not accepted yet.
    case notAccepted = "not_accepted"

    /// The category, `Failure.Kind.refused`.
    public var failureKind: Failure.Kind { .refused(.proposalClosed) }

    /// The sentences of the failures.
    public static let vocabulary = Vocabulary(
        "proposal_failure",
        [
            "closed": "This proposal is no longer open. Make a new one.",
            "not_yours": "Only the person who made this proposal can do this.",
            "own": "The other person has to answer your proposal.",
            "slot_gone": "This time has passed. Choose another one.",
            "not_accepted": "Plan the meetup after your proposal is accepted.",
        ])

    /// Returns the sentence of the failure.
    public func message(in words: LocalizedStrings) -> String { words.sentence(rawValue, in: Self.vocabulary) }
}

extension Proposal {
    /// Returns the state at a date: an open proposal expires at ``expiresAt``.
    public func state(at now: Date) -> ProposalState { state.isOpen && expiresAt <= now ? .expired : state }

    /// Returns the slots that have not started.
    public func openSlots(at now: Date) -> [ProposalSlot] { slots.filter { $0.startsAt > now } }

    /// Returns the answer of a person; `nil` before it.
    public func answer(of person: UserID) -> ProposalAnswer? { answers.first { $0.userID == person } }

    /// Throws unless a person can accept or decline the proposal at a date.
    func checkAnswer(by person: UserID, at now: Date) throws(ProposalFailure) {
        guard state(at: now).isOpen else { throw .closed }
        guard proposerID != person else { throw .own }
    }

    /// Throws unless a person can accept the slot with this start at a date.
    func checkAcceptance(of start: Date, by person: UserID, at now: Date) throws(ProposalFailure) {
        try checkAnswer(by: person, at: now)
        guard openSlots(at: now).contains(where: { $0.startsAt == start }) else { throw .slotGone }
    }
}
