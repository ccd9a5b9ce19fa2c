public import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance
public import Validation

/// The proposals to meet in a conversation, with a form for proposals and counterproposals.
///
/// ```swift
/// proposals.begin(in: berlin, slots: commonTimes)
/// proposals.form?.title = "Coffee"
/// await proposals.submit()
/// if let open = proposals.open { await proposals.accept(open, startingAt: open.slots[0].startsAt) }
/// ```
///
/// An accepted proposal becomes a meetup through the app: it creates the meetup, and calls ``link(_:to:)``.
@MainActor @Observable public final class ProposalsViewModel {
    /// The proposals, the latest first.
    public let proposals: PagedList<Proposal>
    /// The form, while the user fills it in.
    public var form: ProposalForm?

    private let conversation: ConversationViewModel
    private let me: UserID
    private let service: ChatService
    private let log: EventLog
    private let notes: ChatNotes?
    private let catalogue: MessageCatalogue
    private let actions: ActionRunner<ProposalSubject>
    private let commonTimes: @MainActor (Conversation) async -> [ProposalSlot]
    /// The number of offers that were made, which observers of ``isStalled`` depend on.
    private var offers = 0

    /// The object of an action.
    private enum ProposalSubject: Hashable {
        case new
        case proposal(ProposalID)
    }

    /// Creates a view model that has loaded nothing yet.
    ///
    /// - Parameters:
    ///   - conversation: The conversation on the screen.
    ///   - catalogue: The texts of failures.
    ///   - pageSize: The number of proposals of one page, 1 to 100.
    ///   - commonTimes: Returns times at which the people of a conversation are free, the best first.
    public init(
        of conversation: ConversationViewModel, catalogue: MessageCatalogue = .chat, pageSize: Int = 20,
        commonTimes: @escaping @MainActor (Conversation) async -> [ProposalSlot] = { _ in [] }
    ) {
        self.conversation = conversation
        self.catalogue = catalogue
        self.commonTimes = commonTimes
        me = conversation.me
        service = conversation.service
        log = conversation.log
        notes = conversation.notes
        actions = ActionRunner(log: conversation.log)
        let (id, chat) = (conversation.id, conversation.service)
        proposals = PagedList(.proposals(in: id), on: conversation.log) {
            try await chat.proposals(in: id, after: $0, limit: pageSize)
        }
    }

    /// The most recent failure, until the next action.
    public var failure: Failure? { actions.failure }

    /// Whether the form is being sent.
    public var isSubmitting: Bool { actions.inFlight.contains(.new) }

    /// The proposals with a request in flight.
    public var inFlight: Set<ProposalID> {
        Set(actions.inFlight.compactMap { if case .proposal(let id) = $0 { id } else { nil } })
    }

    /// The proposal that waits for answers; `nil` without one.
    public var open: Proposal? { proposals.known.first { state(of: $0).isOpen } }

    /// Returns the state of a proposal now. Observers are notified when it expires.
    public func state(of proposal: Proposal) -> ProposalState {
        guard proposal.state.isOpen else { return proposal.state }
        return proposal.state(at: log.clock.now(changingAt: [proposal.expiresAt]))
    }

    // MARK: The form

    /// Begins a new proposal. It replaces an open proposal of the user when it is sent.
    public func begin(in timeZone: TimeZone, title: String = "", slots: [ProposalSlot] = []) {
        form = ProposalForm(timeZone: timeZone, title: title, slots: slots)
    }

    /// Begins a counterproposal to a proposal of another person.
    @discardableResult
    public func beginCounter(to proposal: Proposal) -> ActionOutcome {
        do {
            try proposal.checkAnswer(by: me, at: log.time.date)
        } catch {
            return actions.refuse(Failure(error, in: log.words))
        }
        form = ProposalForm(countering: proposal)
        return .done
    }

    /// The failures to show in the form.
    public var shownFailures: [FieldFailure] {
        form.map { $0.touched.shown(of: $0.failures(at: log.clock.now)) } ?? []
    }

    /// Sends the form. It is closed after success.
    @discardableResult
    public func submit() async -> ActionOutcome {
        guard var submitted = form else { return .skipped }
        guard conversation.isOpen else { return actions.refuse(Failure(ChatFailure.closed, in: log.words)) }
        submitted.touched.submit()
        form = submitted
        let now = log.time.date
        do throws(ValidationError) {
            _ = try ProposalRules.checked(submitted.request(ClientID("")), at: now)
        } catch {
            return actions.refuse(Failure(error.failures, in: .proposal, of: catalogue))
        }
        let id = conversation.id
        // The form is part of the name, because a retry repeats the request of the same form.
        let outcome = await actions.run(.new, "\(submitted.request(ClientID("")))") { key in
            let request = try ProposalRules.checked(submitted.request(ClientID(key.rawValue)), at: now)
            return [.changed(try await service.propose(request, in: id, key: key))]
        }
        if outcome == .done { form = nil }
        if outcome.failure?.kind == .refused(.proposalClosed) { await proposals.reload() }
        return outcome
    }

    // MARK: Answers

    /// Accepts the slot with this start. In a group, the proposal is accepted once all other people chose the same slot.
    @discardableResult
    public func accept(_ proposal: Proposal, startingAt start: Date) async -> ActionOutcome {
        await act("accept \(start.timeIntervalSince1970)", on: proposal) { [me] now in
            try proposal.checkAcceptance(of: start, by: me, at: now)
        } send: { [service] key in
            try await service.accept(proposal.id, startingAt: start, key: key)
        }
    }

    /// Declines a proposal of another person.
    @discardableResult
    public func decline(_ proposal: Proposal) async -> ActionOutcome {
        await act("decline", on: proposal) { [me] now in
            try proposal.checkAnswer(by: me, at: now)
        } send: { [service] key in
            try await service.decline(proposal.id, key: key)
        }
    }

    /// Withdraws an own proposal.
    @discardableResult
    public func withdraw(_ proposal: Proposal) async -> ActionOutcome {
        await act("withdraw", on: proposal) { [me] now in
            guard proposal.state(at: now).isOpen else { throw ProposalFailure.closed }
            guard proposal.proposerID == me else { throw ProposalFailure.notYours }
        } send: { [service] key in
            try await service.withdraw(proposal.id, key: key)
        }
    }

    /// Links an own, accepted proposal to the meetup that the user created from it.
    @discardableResult
    public func link(_ proposal: Proposal, to meetup: MeetupID) async -> ActionOutcome {
        await act("link \(meetup)", on: proposal) { [me] _ in
            guard proposal.proposerID == me else { throw ProposalFailure.notYours }
            guard proposal.state == .accepted else { throw ProposalFailure.notAccepted }
        } send: { [service] key in
            try await service.link(proposal.id, to: meetup, key: key)
        }
    }

    private func act(
        _ name: String, on proposal: Proposal, if isAllowed: (Date) throws -> Void,
        send: (IdempotencyKey) async throws -> Proposal
    ) async -> ActionOutcome {
        let current = proposals.known.first { $0.id == proposal.id } ?? proposal
        let outcome = await actions.run(.proposal(proposal.id), name) { key in
            let now = log.time.date
            guard current.version == proposal.version || current.state(at: now) == proposal.state(at: now) else {
                throw ProposalFailure.closed
            }
            try isAllowed(now)
            return [.changed(try await send(key))]
        }
        switch outcome.failure?.kind {
        // Only the server knows the state, such as after an answer on another device.
        case .refused(.proposalClosed), .refused(.notFound): await proposals.reload()
        default: break
        }
        return outcome
    }

    // MARK: Stalled conversations

    /// Whether the conversation has stalled and times were not offered yet; see ``StalledConversation``. Observers are
    /// notified when it stalls.
    public var isStalled: Bool {
        _ = (offers, conversation.messages)  // the rule depends on messages and on earlier offers
        guard let known = conversation.known, proposals.items.value != nil || isEmpty else { return false }
        let rule = StalledConversation(conversation.window)
        guard let stallsAt = rule.stallsAt else { return false }
        return rule.isOffered(
            in: known, hasOpenProposal: open != nil, wasOffered: notes?.hasOffered(in: known.id) ?? (offers > 0),
            at: log.clock.now(changingAt: [stallsAt]))
    }

    private var isEmpty: Bool { if case .empty = proposals.items { true } else { false } }

    /// Offers three times in a stalled conversation: begins a proposal with common free times. Notes that they were
    /// offered, so that they are not offered again.
    ///
    /// - Parameters:
    ///   - timeZone: The time zone of the campus.
    ///   - title: The title to begin with.
    /// - Returns: Whether times were offered. `false` if the conversation has not stalled, or if there are no common
    ///   times.
    public func offerTimes(in timeZone: TimeZone, title: String = "") async -> Bool {
        guard isStalled, form == nil, let known = conversation.known else { return false }
        let now = log.time.date
        let slots = await commonTimes(known).filter { $0.startsAt > now }.prefix(StalledConversation.slots)
        guard !slots.isEmpty, isStalled, form == nil else { return false }
        notes?.noteOffer(in: known.id)
        offers += 1
        begin(in: timeZone, title: title, slots: Array(slots))
        return true
    }
}
