import Chat
import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Testing

@testable import OrbitBackend

@Suite struct ProposalTests {
    private let server = TestServer.onCampus()
    private let people: [Member]
    private let match: MatchID
    private let id: ConversationID

    init() async throws {
        people = try await server.members("maya", "liam", "ana")
        match = try await server.matched(people[0], people[1]).id
        id = try await server.opened(.match(match), by: people[0]).id
    }

    private func state(_ id: ProposalID, as viewer: Int = 0) async throws -> ProposalState? {
        try await server.proposals(in: self.id, as: people[viewer]).first { $0.id == id }?.state
    }

    @Test func `a proposal is a message, and both people get both events`() async throws {
        let slots = [server.slot(inDays: 3), server.slot(inDays: 2)]
        let slices = try await server.slices(of: Array(people.prefix(2))) { () async throws in
            _ = try await server.proposed(slots, in: id, by: people[0])
        }
        #expect(slices.map { $0.events.map(\.kind) } == Array(repeating: [.proposalChanged, .messageAdded], count: 2))
        let proposal = try #require(slices[1].events.first).data(Keyed<Proposal>.self).value
        #expect(proposal.slots == [slots[1], slots[0]] && proposal.expiresAt == slots[0].startsAt)
        #expect(proposal.state == .proposed && proposal.version == 1)
        let message = try #require(try await server.messages(in: id, as: people[1]).messages.elements.last)
        #expect(message.kind == .proposal && message.proposalID == proposal.id && message.id == proposal.messageID)
        #expect(try await server.proposals(in: id, as: people[1]) == [proposal])
    }

    @Test func `an acceptance has a system message, and a second acceptance returns the same proposal`() async throws {
        let slots = [server.slot(inDays: 2), server.slot(inDays: 3)]
        let proposal = try await server.proposed(slots, in: id, by: people[0])
        let slices = try await server.slices(of: Array(people.prefix(2))) { () async throws in
            for _ in 0..<2 {
                let accepted = try await server.accept(proposal.id, slots[1], by: people[1])
                #expect(try accepted.payload(Keyed<Proposal>.self).value.acceptedSlot == slots[1])
            }
        }
        #expect(slices.map { $0.events.map(\.kind) } == Array(repeating: [.proposalChanged, .messageAdded], count: 2))
        let last = try #require(try await server.messages(in: id, as: people[0]).messages.elements.last)
        #expect(last.kind == .system && last.senderID == nil && last.proposalID == proposal.id)
        let other = try await server.accept(proposal.id, slots[0], by: people[1])
        #expect(other.status == 409 && other.code == .proposalClosed)
        #expect(other.problem?.details["state"] == .text("accepted"))
        #expect(try await server.accept(proposal.id, slots[1], by: people[0]).status == 403)
        #expect(try await server.accept(proposal.id, slots[1], by: people[2]).status == 404)
    }

    @Test func `both people propose at once, and only a counterproposal replaces the first`() async throws {
        let first = try await server.proposed([server.slot(inDays: 2)], in: id, by: people[0], as: "a")
        let slot = server.slot(inDays: 3)
        let second = try await server.propose([slot], in: id, by: people[1], as: "b")
        #expect(second.status == 409 && second.code == .proposalClosed)
        let counter = try await server.proposed([slot], in: id, by: people[1], as: "b", counters: first.id)
        #expect(counter.counteredID == first.id)
        #expect(try await state(first.id) == .countered)
        #expect(try await server.accept(first.id, server.slot(inDays: 2), by: people[1]).code == .proposalClosed)
        #expect(try await server.accept(counter.id, slot, by: people[0]).status == 200)
        let late = try await server.propose([slot], in: id, by: people[0], as: "c", counters: counter.id)
        #expect(late.code == .proposalClosed)
    }

    @Test func `a newer proposal of the same person supersedes the open one, and a repeated one is returned`()
        async throws
    {
        let first = try await server.proposed([server.slot(inDays: 2)], in: id, by: people[0], as: "a")
        let second = try await server.proposed([server.slot(inDays: 3)], in: id, by: people[0], as: "b")
        #expect(try await state(first.id) == .superseded)
        #expect(try await state(second.id) == .proposed)
        let again = try await server.proposed([server.slot(inDays: 4)], in: id, by: people[0], as: "b")
        #expect(again == second)
        #expect(try await server.messages(in: id, as: people[0]).messages.elements.count == 2)
    }

    @Test func `scheduled work expires a proposal at its last slot, and nobody accepts it before the work runs`()
        async throws
    {
        let slot = server.slot(inDays: 2)
        let proposal = try await server.proposed([slot], in: id, by: people[0])
        server.clock.advance(by: .seconds(2 * 86_400 + 1))
        var renewed = people
        try await server.renewSessions(of: &renewed)
        try await server.deferringWork { () async throws in
            let late = try await server.accept(proposal.id, slot, by: renewed[1])
            #expect(late.status == 409 && late.problem?.details["state"] == .text("expired"))
        }
        try await server.backend.runScheduledWork()
        let shown = try #require(try await server.proposals(in: id, as: renewed[1]).first)
        #expect(shown.state == .expired && shown.version == 2)
        #expect(try await server.propose([server.slot(inDays: 2)], in: id, by: renewed[1], as: "n").status == 200)
    }

    @Test func `a withdrawal, a deletion of the message and a refusal end a proposal`() async throws {
        let first = try await server.proposed([server.slot(inDays: 2)], in: id, by: people[0], as: "a")
        #expect(try await server.act("withdraw", on: first.id, by: people[1]).status == 403)
        for _ in 0..<2 { #expect(try await server.act("withdraw", on: first.id, by: people[0]).status == 200) }
        #expect(try await state(first.id) == .withdrawn)
        let second = try await server.proposed([server.slot(inDays: 2)], in: id, by: people[0], as: "b")
        let message = try #require(try await server.messages(in: id, as: people[0]).messages.elements.last)
        #expect(try await server.delete(message, by: people[0]).status == 200)
        #expect(try await state(second.id) == .withdrawn)
        let third = try await server.proposed([server.slot(inDays: 2)], in: id, by: people[1], as: "c")
        #expect(try await server.act("decline", on: third.id, by: people[0]).status == 200)
        #expect(try await state(third.id) == .declined)
        #expect(try await server.act("withdraw", on: third.id, by: people[1]).code == .proposalClosed)
    }

    @Test func `only the proposer links a meetup, only after the acceptance, and only a meetup that they host`()
        async throws
    {
        let slot = server.slot(inDays: 2)
        let proposal = try await server.proposed([slot], in: id, by: people[0])
        let own = try await server.host("Coffee", by: people[0]).id
        let foreign = try await server.host("Tea", by: people[1]).id
        #expect(try await server.link(proposal.id, to: own, by: people[0]).code == .proposalClosed)
        #expect(try await server.accept(proposal.id, slot, by: people[1]).status == 200)
        #expect(try await server.link(proposal.id, to: foreign, by: people[0]).status == 404)
        #expect(try await server.link(proposal.id, to: foreign, by: people[1]).status == 403)
        for _ in 0..<2 {
            let linked = try await server.link(proposal.id, to: own, by: people[0])
            #expect(try linked.payload(Keyed<Proposal>.self).value.meetupID == own)
        }
        let other = try await server.host("Cake", inHours: 60, by: people[0]).id
        #expect(try await server.link(proposal.id, to: other, by: people[0]).code == .proposalClosed)
    }

    @Test func `after the end of the match no proposal is answered, and the proposer can still withdraw it`()
        async throws
    {
        let slot = server.slot(inDays: 2)
        let proposal = try await server.proposed([slot], in: id, by: people[0])
        #expect(try await server.disconnect(match, by: people[1]).status == 200)
        #expect(try await server.accept(proposal.id, slot, by: people[1]).code == .conversationClosed)
        #expect(try await server.act("decline", on: proposal.id, by: people[1]).code == .conversationClosed)
        #expect(try await server.propose([slot], in: id, by: people[1], as: "b").code == .conversationClosed)
        #expect(try await server.act("withdraw", on: proposal.id, by: people[0]).status == 200)
    }

    @Test func `slots in the past, equal starts and six slots are refused`() async throws {
        let past = server.slot(inDays: -1)
        let slot = server.slot(inDays: 2)
        for slots in [[], [past], [slot, slot], (1...6).map { server.slot(inDays: Double($0)) }] {
            #expect(try await server.propose(slots, in: id, by: people[0], as: "a").status == 422)
        }
        #expect(try await server.proposals(in: id, as: people[0]).isEmpty)
    }

    @Test func `after the end of the match no meetup is linked`() async throws {
        let slot = server.slot(inDays: 2)
        let proposal = try await server.proposed([slot], in: id, by: people[0])
        #expect(try await server.accept(proposal.id, slot, by: people[1]).status == 200)
        let meetup = try await server.host("Coffee", by: people[0]).id
        #expect(try await server.disconnect(match, by: people[1]).status == 200)
        #expect(try await server.link(proposal.id, to: meetup, by: people[0]).code == .conversationClosed)
    }
}

/// Proposals in a group of three.
@Suite struct GroupProposalTests {
    private let server = TestServer.onCampus()
    private let people: [Member]
    private let id: ConversationID

    init() async throws {
        people = try await server.members("maya", "liam", "ana")
        id = try await server.group(people)
    }

    @Test func `after a block, two people propose apart, and neither needs an answer of the other`() async throws {
        let slot = server.slot(inDays: 2)
        let first = try await server.proposed([slot], in: id, by: people[0], as: "a")
        #expect(try await server.block(people[0].id, by: people[1]).status == 200)
        let hidden = try await server.propose([slot], in: id, by: people[1], as: "b", counters: first.id)
        #expect(hidden.status == 422 && hidden.problem?.fields.map(\.path) == ["counters"])
        let never = try await server.propose([slot], in: id, by: people[1], as: "b", counters: "never")
        #expect(hidden.body == never.body)
        let appended = try await server.appended(to: [people[0]]) { () async throws in
            #expect(try await server.propose([slot], in: id, by: people[1], as: "b").status == 200)
        }
        #expect(appended == [[]])
        let open = try await server.proposals(in: id, as: people[2])
        #expect(open.map(\.state) == [.proposed, .proposed])
        for proposal in open {
            let accepted = try await server.accept(proposal.id, slot, by: people[2])
            #expect(try accepted.payload(Keyed<Proposal>.self).value.state == .accepted)
        }
    }

    @Test func `after a block, a hidden person's proposal keeps no other proposal from being superseded or countered`()
        async throws
    {
        let slot = server.slot(inDays: 2)
        let first = try await server.proposed([slot], in: id, by: people[0], as: "a")
        #expect(try await server.block(people[0].id, by: people[1]).status == 200)
        let hidden = try await server.proposed([slot], in: id, by: people[1], as: "b")
        let second = try await server.proposed([slot], in: id, by: people[0], as: "c")
        #expect(try await server.proposals(in: id, as: people[0]).map(\.state) == [.proposed, .superseded])
        let other = try await server.propose([slot], in: id, by: people[2], as: "d")
        #expect(other.status == 409 && other.code == .proposalClosed)
        let late = try await server.propose([slot], in: id, by: people[2], as: "d", counters: first.id)
        #expect(late.problem?.details["state"] == .text("superseded"))
        let counter = try await server.proposed([slot], in: id, by: people[2], as: "d", counters: second.id)
        let states = try await server.proposals(in: id, as: people[2]).map { [$0.id: $0.state] }
        #expect(
            states == [
                [counter.id: .proposed], [second.id: .countered], [hidden.id: .countered], [first.id: .superseded],
            ])
        let seen = try await server.proposals(in: id, as: people[1])
        #expect(seen.map(\.state) == [.proposed, .countered])
        #expect(seen.map(\.counteredID) == [nil, nil])
        #expect(try await server.proposals(in: id, as: people[2]).first?.counteredID == second.id)
    }

    @Test func `after a block, an answer of a hidden person to an open proposal sends no event and keeps the version`()
        async throws
    {
        let slot = server.slot(inDays: 2)
        let proposal = try await server.proposed([slot, server.slot(inDays: 3)], in: id, by: people[0])
        #expect(try await server.block(people[1].id, by: people[2]).status == 200)
        func versions() async throws -> [Int] {
            var versions: [Int] = []
            for person in people { versions += try await server.proposals(in: id, as: person).map(\.version) }
            return versions
        }
        let appended = try await server.appended(to: people) { () async throws in
            #expect(try await server.accept(proposal.id, slot, by: people[1]).status == 200)
        }
        #expect(appended == [[.proposalChanged], [.proposalChanged], []])
        #expect(try await versions() == [2, 2, 1])
        let accepted = try await server.accept(proposal.id, slot, by: people[2]).payload(Keyed<Proposal>.self).value
        #expect(accepted.state == .accepted && accepted.version == 2)
        #expect(try await versions() == [3, 3, 2])
    }

    @Test func `after a block, the acceptance of a hidden person's proposal is a placeholder, and sends no event`()
        async throws
    {
        let slot = server.slot(inDays: 2)
        let proposal = try await server.proposed([slot], in: id, by: people[0])
        #expect(try await server.block(people[0].id, by: people[1]).status == 200)
        let appended = try await server.appended(to: people) { () async throws in
            #expect(try await server.accept(proposal.id, slot, by: people[2]).status == 200)
        }
        #expect(appended == [[.proposalChanged, .messageAdded], [], [.proposalChanged, .messageAdded]])
        let hidden = try #require(try await server.messages(in: id, as: people[1]).messages.elements.last)
        #expect(hidden.seq == 2 && hidden.kind == .hidden && hidden.text == nil && hidden.proposalID == nil)
        #expect(try await server.conversation(id, as: people[1]).lastMessage == hidden)
        #expect(try await server.react("👍", to: hidden, by: people[1]).status == 404)
        let shown = try #require(try await server.messages(in: id, as: people[2]).messages.elements.last)
        #expect(shown.kind == .system && shown.proposalID == proposal.id && shown.replyTo == nil)
    }

    @Test func `the 31st change of an acceptance in a minute gets a wait`() async throws {
        let slots = [server.slot(inDays: 2), server.slot(inDays: 3)]
        let proposal = try await server.proposed(slots, in: id, by: people[0])
        for number in 0..<30 {
            #expect(try await server.accept(proposal.id, slots[number % 2], by: people[1]).status == 200)
        }
        #expect(try await server.accept(proposal.id, slots[0], by: people[1]).status == 429)
        #expect(try await server.act("decline", on: proposal.id, by: people[1]).status == 200)
    }
}
