import Calendars
import Chat
import Foundation
import Meetups
import NetworkingTesting
import OrbitApp
import OrbitModels
import Presentation

extension Journey {
    /// The two people of the match write to each other, once without a network.
    func converse() async throws {
        narrator.step(24, "A conversation, also without a network", by: "Chat · Outbox")
        guard let chat = app.user?.chat, let otherChat = otherPhone?.user?.chat, let user = app.user else { return }
        await otherChat.conversations.conversations.load()
        let here = try await conversationWithOther(in: chat)
        await here.load()
        here.type("Shall we try the new place by the river?")
        await here.send()
        try await waitForEvent { otherChat.conversations.conversations.known.first?.unreadCount == 1 }
        guard let known = otherChat.conversations.conversations.known.first else { return }
        narrator.show("there", "\(otherChat.conversations.line(of: known)) (\(known.unreadCount) unread)")
        guard let there = otherChat.conversation(known) else { return }
        await there.load()
        there.type("Yes, gladly!")
        await there.send()
        try await waitForEvent { here.texts.count == 2 }
        narrator.show("by itself", here.texts.last ?? "")
        if let thumb = Emoji("👍"), let reply = here.messages.value?.last {
            await here.setReaction(true, thumb, on: reply)
            try await waitForEvent { there.messages.value?.last?.reactions.first?.count == 1 }
        }
        narrator.show("and there", there.messages.value?.last?.reactions.map(\.id).joined() ?? "")

        await network.follow(FaultPlan(seed: 1, rates: [(.requestLost, 1)]))
        here.type("I am in the basement, without a network.")
        await here.send()
        try await waitForEvent { user.unsentCount == 1 }
        narrator.show("no network", user.unsent.text ?? "")
        await network.follow(.none)
        await user.unsent.send(within: .seconds(60))
        try await waitForEvent { there.texts.count == 3 && user.unsentCount == 0 }
        narrator.say("The network is back. The message had a place on this device, and arrives once:")
        for row in there.messages.value.map(Array.init) ?? [] {
            narrator.show(row.isMine ? "they" : "you", row.text ?? "")
        }
    }

    /// A proposal in the conversation becomes a meetup by itself.
    func propose() async throws {
        narrator.step(25, "A proposal that becomes a meetup", by: "Chat · Calendars · OrbitApp")
        guard let user = app.user, let other = otherPhone?.user, let chat = user.chat, let otherChat = other.chat else {
            return
        }
        let here = try await conversationWithOther(in: chat)
        guard let there = try await otherChat.conversation(here.id) else {
            throw ExampleError("The other phone has no outbox: \(other.unsent.failure?.message ?? "it is not open").")
        }
        let (mine, theirs) = (chat.proposals(in: here), otherChat.proposals(in: there))
        await chat.load(mine)
        await otherChat.load(theirs)
        await other.invitations.invitations.load()
        let find = user.findTime(with: matchWithOther.map { [$0.partnerID] } ?? [])
        await find.load()
        mine.begin(
            in: environment.zone, title: "Soup by the river",
            slots: find.slots.prefix(2).map { ProposalSlot(startsAt: $0.span.start, endsAt: $0.span.end) })
        await mine.submit()
        try await waitForEvent { theirs.open != nil }
        guard let proposal = theirs.open, let slot = proposal.slots.last else { return }
        for (index, slot) in proposal.slots.enumerated() {
            narrator.show(index == 0 ? "they see" : "", "\(proposal.title), \(clockText(slot.startsAt))")
        }
        await theirs.accept(proposal, startingAt: slot.startsAt)
        narrator.show("they accept", clockText(slot.startsAt))
        try await waitForEvent {
            user.myMeetups.meetups.known.contains { $0.meetup.plan.title == proposal.title }
                && other.invitations.invitations.known.count == 1 && theirs.proposals.known.first?.meetupID != nil
        }
        let planned = user.myMeetups.meetups.known.first { $0.meetup.plan.title == proposal.title }?.meetup.plan
        narrator.show("planned", planned.map { "\($0.title), \(clockText($0.span.start))" } ?? "")
        narrator.show("there", "\(other.invitations.invitations.known.count) invitation")
        narrator.say(
            "Your app creates the meetup, invites the people who accepted, and links it to the proposal. If it ends in "
                + "between, it continues at the next start.")
    }
}

extension Journey {
    /// Opens the conversation of the match with the other person.
    private func conversationWithOther(in chat: ChatModels) async throws -> ConversationViewModel {
        guard let match = matchWithOther else { throw ExampleError("The match with the other person has ended.") }
        if let conversation = await chat.conversation(of: match) { return conversation }
        let failure = chat.conversations.failure ?? app.user?.unsent.failure
        throw ExampleError("No conversation could be opened. \(failure?.message ?? "The outbox is not open yet.")")
    }
}

extension ConversationViewModel {
    /// The texts of all rows that the server has.
    var texts: [String] { (messages.value.map { Array($0) } ?? []).filter { $0.seq != nil }.compactMap(\.text) }
}
