import Chat
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct SendMessageTests {
    /// The store calls that find the caller: four before the body is read, and three in the transaction.
    private static let callsOfSession = 7

    private let server = TestServer.onCampus()

    @Test func `a message appends one event to each log and has the next number`() async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        try await server.said("Hello", in: id, by: people[0])
        let slices = try await server.slices(of: people) { () async throws in
            _ = try await server.said("  How are you?  ", in: id, by: people[0])
        }
        for (person, slice) in zip(people, slices) {
            #expect(slice.events.map(\.kind) == [.messageAdded])
            let update = try #require(slice.events.first).data(MessageUpdate.self)
            let shown = try await server.conversation(id, as: person)
            #expect(update.message == shown.lastMessage && update.message.text == "How are you?")
            #expect((update.message.seq, update.lastSeq) == (2, 2) && update.unreadCount == shown.unreadCount)
            #expect(slice.events[0].touches == [.conversations, .conversation(id)])
        }
    }

    @Test func `a message to two people takes twelve store calls, also for the 100,000th`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        try await server.said("One", in: id, by: people[0])
        func calls(_ text: String) async throws -> Int {
            store.reset()
            _ = try await server.deferringWork { try await server.said(text, in: id, by: people[0]) }
            return store.calls - Self.callsOfSession
        }
        #expect(try await calls("Two") <= 12)
        var record = try #require(try await server.record(of: id))
        let now = server.clock.date
        while record.lastSeq < 99_999 { _ = record.takeSeq(by: nil, at: now) }
        try await server.store.transaction { [record] in try $0.put(record) }
        #expect(try await calls("Three") <= 12)
        #expect(try await server.conversation(id, as: people[1]).lastSeq == 100_000)
    }

    @Test func `a repeated client id returns the existing message, also after its edit and its deletion`()
        async throws
    {
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        let first = try await server.say("Hello", in: id, by: people[0], as: "c").payload(Keyed<Message>.self).value
        func again(_ text: String) async throws -> Message {
            try await server.say(text, in: id, by: people[0], as: "c").payload(Keyed<Message>.self).value
        }
        #expect(try await again("Hello") == first)
        #expect(try await server.edit(first, to: "Hello, you", by: people[0]).status == 200)
        #expect(try await again("Hello").text == "Hello, you")
        #expect(try await server.delete(first, by: people[0]).status == 200)
        let appended = try await server.appended(to: people) { () async throws in
            let deleted = try await again("Hello")
            #expect(deleted.isDeleted && deleted.text == nil && deleted.seq == 1)
        }
        #expect(appended == [[], []])
        // An Idempotency-Key of a day ago is forgotten, but the message is not.
        server.clock.advance(by: .seconds(30 * 86_400))
        var renewed = people
        try await server.renewSessions(of: &renewed)
        let late = try await server.say("Hello", in: id, by: renewed[0], as: "c").payload(Keyed<Message>.self).value
        #expect(late.id == first.id)
        #expect(try await server.conversation(id, as: renewed[1]).lastSeq == 1)
    }

    @Test func `two people may use the same client id, and concurrent repetitions store one message`() async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        async let one = server.say("Hello", in: id, by: people[0], as: "c")
        async let other = server.say("Hello", in: id, by: people[0], as: "c")
        let messages = try await [one, other].map { try $0.payload(Keyed<Message>.self).value }
        #expect(messages[0] == messages[1])
        let answer = try await server.say("Hello", in: id, by: people[1], as: "c")
        #expect(try answer.payload(Keyed<Message>.self).value.seq == 2)
    }

    @Test(arguments: [
        "", "   \n ", "\u{200B}\u{200D}", String(repeating: "a", count: 2_001), String(repeating: "👩‍👩‍👧‍👦", count: 1_000),
        String(repeating: "a", count: 60_000),
    ])
    func `an empty, an invisible and a long text are refused, and nothing is stored`(_ text: String) async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        let response = try await server.say(text, in: id, by: people[0], as: "c")
        #expect(response.status == 422 && Set(response.problem?.fields.map(\.path) ?? []) == ["text"])
        #expect(try await server.conversation(id, as: people[0]).lastSeq == 0)
    }

    @Test func `a body of 1 MB is refused by its size, and a malformed client id by its field`() async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        let large = try await server.say(String(repeating: "a", count: 1 << 20), in: id, by: people[0], as: "c")
        #expect(large.status == 413)
        for client: ClientID in ["a>b", "a b", ClientID(String(repeating: "a", count: 65))] {
            let response = try await server.say("Hello", in: id, by: people[0], as: client)
            #expect(response.status == 422 && response.problem?.fields.map(\.path) == ["client_id"])
        }
    }

    /// Each pair has two marks. A body with more than 30 marks on a letter is refused before it is decoded.
    @Test(arguments: [5, 10, 15])
    func `stacked marks are reduced to eight before a message is stored`(_ pairs: Int) async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        let stacked = "q" + String(repeating: "\u{301}\u{302}", count: pairs)
        let message = try await server.said(stacked, in: id, by: people[0])
        #expect(message.text?.unicodeScalars.count == 9)
        #expect(try await server.messages(in: id, as: people[1]).messages.elements.map(\.text) == [message.text])
        let edited = try await server.edit(message, to: stacked + "!", by: people[0]).payload(Keyed<Message>.self).value
        #expect(edited.text?.unicodeScalars.count == 10)
    }

    @Test func `a message with more than 30 marks on a letter is refused, and nothing is stored`() async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        for count in [31, 200, 20_000] {
            let stacked = "q" + String(repeating: "\u{301}", count: count)
            let response = try await server.say(stacked, in: id, by: people[0], as: "c")
            #expect(response.status == 400 && response.code == .malformedRequest)
        }
        #expect(try await server.conversation(id, as: people[0]).lastSeq == 0)
    }

    @Test func `the 31st message in a minute gets a wait, and a deletion does not make room`() async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        var last: Message?
        for number in 1...30 { last = try await server.said("Number \(number)", in: id, by: people[0]) }
        #expect(try await server.delete(try #require(last), by: people[0]).status == 200)
        let refused = try await server.say("More", in: id, by: people[0], as: "more")
        #expect(refused.status == 429 && refused.code == .rateLimited)
        #expect((1...60).contains(refused.problem?.retryAfter ?? 0))
        // The limit is that of the sender.
        try await server.said("Hello", in: id, by: people[1])
        server.clock.advance(by: .seconds(61))
        #expect(try await server.say("More", in: id, by: people[0], as: "more").status == 200)
    }

    @Test func `a reply quotes its message until that is deleted, and an unknown message is refused`() async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        let first = try await server.said("Coffee?", in: id, by: people[0])
        let reply = try await server.said("Yes", in: id, by: people[1], replyTo: first.id)
        #expect(
            reply.replyTo
                == MessageReference(messageID: first.id, seq: 1, senderID: people[0].id, excerpt: "Coffee?"))
        #expect(try await server.delete(first, by: people[0]).status == 200)
        let page = try await server.messages(in: id, as: people[0]).messages.elements
        #expect(page[1].replyTo?.messageID == first.id && page[1].replyTo?.excerpt == nil)
        for unknown: MessageID in ["x", MessageID("\(id)-99"), MessageID("\(id)-01"), MessageID("\(id)-0")] {
            let response = try await server.say("No", in: id, by: people[1], as: "no", replyTo: unknown)
            #expect(response.status == 422 && response.problem?.fields.map(\.path) == ["reply_to"])
        }
    }

    @Test func `a stranger, a blocked person and a person after the match get no message through`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let match = try await server.matched(people[0], people[1])
        let id = try await server.opened(.match(match.id), by: people[0]).id
        try await server.said("Hello", in: id, by: people[0])
        let unknown = try await server.say("Hi", in: "never", by: people[2], as: "c")
        #expect(unknown.status == 404)
        #expect(try await server.say("Hi", in: id, by: people[2], as: "c").body == unknown.body)
        #expect(try await server.disconnect(match.id, by: people[0]).status == 200)
        for person in people.prefix(2) {
            let response = try await server.say("Hi", in: id, by: person, as: "c")
            #expect(response.status == 409 && response.code == .conversationClosed)
            #expect(try await server.messages(in: id, as: person).messages.elements.count == 1)
        }
        #expect(try await server.block(people[0].id, by: people[1]).status == 200)
        for person in people.prefix(2) {
            #expect(try await server.say("Hi", in: id, by: person, as: "c").body == unknown.body)
            #expect(try await server.conversations(person).isEmpty)
        }
    }
}
