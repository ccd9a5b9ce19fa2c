import Chat
import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// How conversations begin and end, and who finds them.
@Suite struct ConversationLifeTests {
    private let server = TestServer.onCampus()

    @Test func `both people of a match open one conversation, and a stranger gets the response of an unknown match`()
        async throws
    {
        let people = try await server.members("maya", "liam", "ana")
        let match = try await server.matched(people[0], people[1]).id
        let slices = try await server.slices(of: people) { _ = try await server.open(.match(match), by: people[0]) }
        #expect(slices.map { $0.events.map(\.kind) } == [[.conversationChanged], [.conversationChanged], []])
        let opened = try #require(slices[1].events.first).data(Keyed<Conversation>.self).value
        #expect(opened.kind == .pair && opened.isOpen && opened.participants.map(\.name).sorted() == ["Liam", "Maya"])
        #expect(try await server.opened(.match(match), by: people[1]).id == opened.id)
        #expect(try await server.conversations(people[1]) == [server.conversation(opened.id, as: people[1])])
        let unknown = try await server.open(.match("never"), by: people[2])
        #expect(unknown.status == 404)
        #expect(try await server.open(.match(match), by: people[2]).body == unknown.body)
        let strange = ConversationOrigin(kind: .init(rawValue: "club"), id: "1")
        #expect(try await server.open(strange, by: people[0]).status == 422)
    }

    @Test func `an ended match closes its conversation, and a new match begins a new one`() async throws {
        let people = try await server.members("maya", "liam")
        let match = try await server.matched(people[0], people[1]).id
        let id = try await server.opened(.match(match), by: people[0]).id
        let ended = try await server.appended(to: people) { _ = try await server.disconnect(match, by: people[1]) }
        #expect(ended == [[.matchEnded, .conversationChanged], [.matchEnded, .conversationChanged]])
        #expect(try await !server.conversation(id, as: people[0]).isOpen)
        // Existing conversations can still be opened, but a match that has ended begins none.
        #expect(try await server.opened(.match(match), by: people[1]).id == id)
    }

    @Test func `a block hides the conversation from both, and it can be read again after the block is lifted`()
        async throws
    {
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        try await server.said("Hello", in: id, by: people[0])
        #expect(try await server.block(people[1].id, by: people[0]).status == 200)
        for person in people {
            #expect(try await server.conversations(person).isEmpty)
            #expect(try await server.readConversation(id, as: person).status == 404)
            #expect(try await server.readMessages(in: id, as: person).status == 404)
        }
        #expect(try await server.unblock(people[1].id, by: people[0]).status == 200)
        for person in people {
            let shown = try #require(try await server.conversations(person).first)
            #expect(shown.id == id && !shown.isOpen && shown.lastMessage?.text == "Hello")
        }
    }

    @Test
    func `in a group, a block hides messages, reactions, quotes and the person, and sends no events of the other`()
        async throws
    {
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.group(people)
        let first = try await server.said("Secret", in: id, by: people[0])
        let third = try await server.said("Hello", in: id, by: people[2], replyTo: first.id)
        #expect(try await server.react("👍", to: third, by: people[0]).status == 200)
        #expect(try await server.block(people[0].id, by: people[1]).status == 200)
        let slices = try await server.slices(of: people) { _ = try await server.said("Quiet", in: id, by: people[0]) }
        #expect(slices.map { $0.events.map(\.kind) } == [[.messageAdded], [], [.messageAdded]])
        let shown = try await server.messages(in: id, as: people[1]).messages.elements
        #expect(shown.map(\.kind) == [.hidden, .text, .hidden] && shown.map(\.seq) == [1, 2, 3])
        #expect(shown[0].senderID == nil && shown[0].text == nil && shown[0].reactions.isEmpty)
        #expect(shown[1].reactions.isEmpty && shown[1].replyTo?.senderID == nil && shown[1].replyTo?.excerpt == nil)
        let conversation = try await server.conversation(id, as: people[1])
        #expect(Set(conversation.participants.map(\.userID)) == [people[1].id, people[2].id])
        #expect(conversation.unreadCount == 1 && conversation.lastMessage?.kind == .hidden)
        // A deletion of a hidden message does not change the placeholder.
        let placeholder = shown[0]
        #expect(try await server.delete(first, by: people[0]).status == 200)
        #expect(try await server.messages(in: id, as: people[1]).messages.elements.first == placeholder)
        #expect(try await server.react("👍", to: first, by: people[1]).status == 404)
    }

    @Test func `an event of a group names one other person, and a change with more people has no content`()
        async throws
    {
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.group(people)
        let first = try await server.said("Hello", in: id, by: people[0])
        let quoting = try await server.slices(of: people) { () async throws in
            _ = try await server.said("Hi", in: id, by: people[1], replyTo: first.id)
        }
        let update = try #require(quoting[2].events.first).data(MessageUpdate.self)
        #expect(update.message.replyTo?.messageID == first.id && update.message.replyTo?.senderID == nil)
        #expect(quoting[2].events[0].subject == people[1].id)
        let reacting = try await server.slices(of: people) { _ = try await server.react("👍", to: first, by: people[1]) }
        #expect(reacting.map { $0.events.map(\.kind) } == [[.messageChanged], [.messageChanged], [.void]])
        #expect(reacting[2].events[0].touches == [.conversations, .conversation(id)])
    }

    @Test func `a person of a group without an active match in it only reads`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.group(people)
        for other in [1, 2] {
            let match = MatchID("group-\(other - 1)")
            #expect(try await server.disconnect(match, by: people[other]).status == 200)
        }
        #expect(try await server.say("Hi", in: id, by: people[0], as: "c").code == .conversationClosed)
        #expect(try await !server.conversation(id, as: people[0]).isOpen)
        #expect(try await server.say("Hi", in: id, by: people[1], as: "c").status == 200)
        #expect(try await server.disconnect("group-2", by: people[1]).status == 200)
        #expect(try await server.say("Hi", in: id, by: people[1], as: "d").code == .conversationClosed)
    }

    @Test func `attendees share the conversation of a meetup, and its watermark begins at the end for a new attendee`()
        async throws
    {
        let people = try await server.members("maya", "liam", "ana", "zoe")
        let meetup = try await server.host("Chess", by: people[0]).id
        try await server.joined(meetup, by: people[1])
        #expect(try await server.open(.meetup(meetup), by: people[3]).status == 404)
        let id = try await server.opened(.meetup(meetup), by: people[1]).id
        try await server.said("Who brings a board?", in: id, by: people[0])
        let joined = try await server.slices(of: [people[2]]) { _ = try await server.joined(meetup, by: people[2]) }
        #expect(joined[0].events.contains { $0.touches.contains(.conversation(id)) })
        let shown = try await server.conversation(id, as: people[2])
        #expect(shown.title == "Chess" && shown.kind == .meetup && shown.participants.count == 3)
        #expect((shown.readThrough, shown.unreadCount) == (1, 0))
        try await server.said("I do", in: id, by: people[1])
        #expect(try await server.conversation(id, as: people[2]).unreadCount == 1)
        #expect(try await server.readConversation(id, as: people[3]).status == 404)
    }

    @Test func `leaving removes the conversation for that person, and a cancelled meetup closes it for the others`()
        async throws
    {
        let people = try await server.members("maya", "liam", "ana")
        let meetup = try await server.host(by: people[0]).id
        for person in people.dropFirst() { try await server.joined(meetup, by: person) }
        let id = try await server.opened(.meetup(meetup), by: people[0]).id
        try await server.said("Hello", in: id, by: people[1])
        let left = try await server.slices(of: [people[1]]) { () async throws in
            #expect(try await server.attend("leave", meetup, by: people[1]).status == 200)
        }
        #expect(left[0].events.contains { $0.kind == .conversationRemoved })
        #expect(try await server.readConversation(id, as: people[1]).status == 404)
        #expect(try await server.conversations(people[1]).isEmpty)
        #expect(try await server.messages(in: id, as: people[2]).messages.elements.first?.text == "Hello")
        try await server.said("Later", in: id, by: people[0])
        try await server.joined(meetup, by: people[1])
        #expect(try await server.conversation(id, as: people[1]).readThrough == 2)
        #expect(try await server.cancel(meetup, by: people[0]).status == 200)
        for person in people { #expect(try await !server.conversation(id, as: person).isOpen) }
    }

    @Test func `a message in a large meetup reaches all attendees by a job in bounded steps`() async throws {
        let counter = WriteCounter()
        let server = TestServer.onCampus(store: counter)
        let people = try await server.members((0..<24).map { "guest\($0)" })
        let meetup = try await server.host(by: people[0]).id
        for person in people.dropFirst() { try await server.joined(meetup, by: person) }
        let id = try await server.opened(.meetup(meetup), by: people[0]).id
        _ = counter.takeMost()
        let appended = try await server.appended(to: people) { () async throws in
            _ = try await server.said("Hello", in: id, by: people[1])
        }
        #expect(appended == Array(repeating: [.messageAdded], count: people.count))
        #expect(counter.takeMost() <= 200)
        #expect(try await server.setTyping(true, in: id, by: people[2]).status == 200)
        #expect(try await server.conversation(id, as: people[23]).unreadCount == 1)
        let waiting = try await server.deferringWork { () async throws in
            _ = try await server.said("Later", in: id, by: people[1])
            return try await server.backend.pendingWork().jobs.count
        }
        #expect(waiting == 1)
    }

    @Test func `a person who joins a large meetup is notified at once, and the others load the list within an hour`()
        async throws
    {
        let people = try await server.members((0..<24).map { "guest\($0)" })
        let meetup = try await server.host(by: people[0]).id
        for person in people[1..<23] { try await server.joined(meetup, by: person) }
        let id = try await server.opened(.meetup(meetup), by: people[0]).id
        let slices = try await server.slices(of: [people[5], people[23]]) { () async throws in
            _ = try await server.joined(meetup, by: people[23])
        }
        #expect(slices[0].events.allSatisfy { !$0.touches.contains(.conversations) })
        #expect(slices[1].events.contains { $0.touches.contains(.conversation(id)) })
        let owner = people[5].id
        let owed = try await server.store.read { try $0.get(PendingReload.self, owner.rawValue) }
        #expect(owed?.lists == [.conversations])
        let wait = try #require(owed?.dueAt).timeIntervalSince(server.clock.date)
        #expect(abs(wait - 3_600) < 1)
        #expect(try await server.conversation(id, as: people[5]).participants.count == 24)
    }

    @Test func `a conversation that cannot be read is not opened a second time`() async throws {
        let store = BytesStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam")
        let match = try await server.matched(people[0], people[1]).id
        let id = try await server.opened(.match(match), by: people[0]).id
        #expect(await store.spoil("conversations", id.rawValue))
        for person in people { #expect(try await server.open(.match(match), by: person).status == 500) }
        #expect(await store.keys(of: "conversations") == [id.rawValue])
        #expect(try await server.conversations(people[0]).isEmpty)
    }

    @Test func `the conversation of a suspended person is hidden from the other until the suspension ends`()
        async throws
    {
        let server = try TestServer.moderated(by: "mod")
        let people = try await server.members("maya", "liam", "mod")
        let id = try await server.converse(people[0], people[1])
        try await server.said("Hello", in: id, by: people[1])
        try await server.reported(.person(people[1].id), by: people[0])
        _ = try await server.decideFirstCase(.suspend, days: 1, by: people[2])
        try await server.backend.runScheduledWork()
        #expect(try await server.conversations(people[0]).isEmpty)
        #expect(try await server.say("Hi", in: id, by: people[0], as: "c").status == 404)
        server.clock.advance(by: .seconds(2 * 86_400))
        for _ in 0..<3 { try await server.backend.runScheduledWork() }
        var renewed = people
        try await server.renewSessions(of: &renewed)
        #expect(try await server.conversations(renewed[0]).map(\.id) == [id])
        #expect(try await server.say("Hi", in: id, by: renewed[0], as: "c").status == 200)
    }
}
