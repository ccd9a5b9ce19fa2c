import Chat
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Conversations after the erasure of an account.
@Suite struct ChatErasureTests {
    private let server = TestServer.onCampus()

    private func erase(_ member: Member) async throws {
        #expect(try await server.send(.delete, "/users/me", token: member.token).status == 200)
        for _ in 0..<3 { try await server.backend.runScheduledWork() }
    }

    @Test func `the other person keeps their messages, and finds tombstones without a name in place of the others`()
        async throws
    {
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        let first = try await server.said("Secret", in: id, by: people[0])
        let second = try await server.said("Hello", in: id, by: people[1])
        #expect(try await server.react("👍", to: second, by: people[0]).status == 200)
        try await server.said("Another secret", in: id, by: people[0])
        #expect(try await server.conversation(id, as: people[1]).unreadCount == 1)
        try await erase(people[0])
        let shown = try await server.conversation(id, as: people[1])
        #expect(!shown.isOpen && shown.unreadCount == 0 && shown.participants.map(\.userID) == [people[1].id])
        let messages = try await server.messages(in: id, as: people[1]).messages.elements
        #expect(messages.map(\.isDeleted) == [true, false, true] && messages.map(\.seq) == [1, 2, 3])
        #expect(messages[0].text == nil && messages[0].senderID != people[0].id && messages[1].reactions.isEmpty)
        #expect(messages[1].text == "Hello")
        #expect(try await server.say("Hi", in: id, by: people[1], as: "c").code == .conversationClosed)
        #expect(first.id == messages[0].id)
    }

    @Test func `after both erasures no record of the conversation is left`() async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        for number in 0..<25 { try await server.said("Number \(number)", in: id, by: people[number % 2]) }
        _ = try await server.proposed([server.slot(inDays: 2)], in: id, by: people[0])
        for person in people { try await erase(person) }
        let left = try await server.store.read { reader in
            try reader.keys(ConversationRecord.self, after: nil, limit: 10)
                + reader.keys(MessageRecord.self, after: nil, limit: 10)
                + reader.keys(ProposalRecord.self, after: nil, limit: 10)
                + reader.keys(ConversationRemovalJob.self, after: nil, limit: 10)
        }
        #expect(left == [])
    }

    @Test func `in a group, the others go on, and counts leave out the tombstones`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.group(people)
        for person in people { try await server.said("I am \(person.address)", in: id, by: person) }
        try await erase(people[0])
        for person in people.dropFirst() {
            let shown = try await server.conversation(id, as: person)
            #expect(shown.isOpen && Set(shown.participants.map(\.userID)) == Set(people.dropFirst().map(\.id)))
        }
        #expect(try await server.conversation(id, as: people[1]).unreadCount == 1)
        #expect(try await server.say("Hi", in: id, by: people[1], as: "c").status == 200)
    }

    @Test func `a new account of the same mailbox does not find the old conversation`() async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        try await server.said("Hello", in: id, by: people[1])
        #expect(try await server.block(people[0].id, by: people[1]).status == 200)
        try await erase(people[0])
        server.clock.advance(by: .seconds(3_600))
        let back = try await server.members("maya")[0]
        #expect(try await server.conversations(back).isEmpty)
        #expect(try await server.readConversation(id, as: back).status == 404)
    }
}
