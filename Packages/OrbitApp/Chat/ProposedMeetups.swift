import Chat
import Foundation
import Meetups
import Networking
import OrbitModels
import Presentation

/// The meetups that the user's accepted proposals become.
///
/// When the user's proposal is accepted, the device of the proposer creates the meetup, invites the people who have
/// accepted, and links the meetup to the proposal. The steps are one entry of the outbox, and their keys are derived
/// from the proposal. So they happen once, also after a crash between them and on several devices of the user.
@MainActor final class ProposedMeetups {
    /// The content of an entry of the outbox.
    private struct Content: Codable, Sendable {
        let proposal: Proposal
    }

    private nonisolated static var kind: String { "proposal.meetup" }

    private let chat: ChatService
    private let plans: SignedInUser.PlanServices
    private let log: EventLog
    private var me: UserID?
    /// The proposals that were planned in this session.
    private var planned: Set<ProposalID> = []

    init(chat: ChatService, plans: SignedInUser.PlanServices, log: EventLog) {
        (self.chat, self.plans, self.log) = (chat, plans, log)
        log.queue.register(Self.kind) { (_: Content, _: IdempotencyKey) in
            []
        } send: { [chat, plans] (content: Content, key: IdempotencyKey) in
            try await Self.make(content.proposal, chat: chat, plans: plans, key: key)
        }
        log.attach(self)
    }

    func begin(as user: UserID) { me = user }

    /// Plans the meetup of a proposal if it is the user's, is accepted and has no meetup.
    func plan(_ proposal: Proposal) async {
        guard proposal.proposerID == me, proposal.state == .accepted, proposal.meetupID == nil,
            proposal.acceptedSlot != nil, planned.insert(proposal.id).inserted,
            let content = try? OrbitJSON.encoder.encode(Content(proposal: proposal))  // a received value can be encoded
        else { return }
        let key = IdempotencyKey(rawValue: "meetup-of-\(proposal.id.rawValue)")
        let isStored = await log.queue.add(
            ActionQueue.Item(key: key, kind: Self.kind, lane: key.rawValue, content: content))
        // Without the outbox, the next load of the proposals tries again.
        if !isStored { planned.remove(proposal.id) }
    }

    /// Creates, announces and links the meetup.
    ///
    /// - Returns: The events that show the effect without a log.
    private static func make(
        _ proposal: Proposal, chat: ChatService, plans: SignedInUser.PlanServices, key: IdempotencyKey
    ) async throws -> [LogEvent] {
        guard let slot = proposal.acceptedSlot else { return [] }
        // Another device, or an attempt long ago, may have planned it.
        let current = try await chat.proposals(in: proposal.conversationID).value.list.elements.first {
            $0.id == proposal.id
        }
        guard current?.meetupID == nil else { return [] }
        let guests = proposal.answers.filter { $0.answer == .accepted }.map(\.userID)
        let listing = try await plans.meetups.create(
            MeetupEntry(proposal, at: slot, for: guests.count + 1), key: key.step("create")
        ).value
        if !guests.isEmpty {
            _ = try await plans.invitations.invite(
                to: listing.id, InvitePeopleRequest(userIDs: guests), key: key.step("invite"))
        }
        let linked = try await chat.link(proposal.id, to: listing.id, key: key.step("link"))
        return [
            LogEvent(.meetupChanged, subject: listing.host.id, data: listing),
            LogEvent(.proposalChanged, data: Keyed(linked)),
        ]
    }
}

extension ProposedMeetups: LogFollower {
    func apply(_ events: [LogEvent], through position: LogPosition, isOwn: Bool) {
        for event in events where event.kind == .proposalChanged {
            // The list of proposals is loaded again after an unreadable event.
            guard let proposal = try? event.data(Keyed<Proposal>.self).value else { continue }
            Task { await plan(proposal) }
        }
    }

    func publish() {}
    func reset() {}
    func connectionDidRestore() {}
}

extension MeetupEntry {
    /// Creates the entry of an accepted proposal: for invited people only, at the accepted time.
    init(_ proposal: Proposal, at slot: ProposalSlot, for capacity: Int) {
        self.init(
            title: proposal.title, eventType: .social, start: slot.startsAt, end: slot.endsAt,
            timeZone: proposal.timeZone.identifier, place: proposal.place.map { PlaceEntry($0) } ?? PlaceEntry(),
            capacity: capacity, visibility: .invited, approval: .automatic)
    }
}

extension IdempotencyKey {
    /// Returns the key of one step of an action.
    fileprivate func step(_ name: String) -> IdempotencyKey { IdempotencyKey(rawValue: "\(rawValue).\(name)") }
}
