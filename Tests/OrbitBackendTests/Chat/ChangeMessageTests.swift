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

/// Edits, deletions and reactions.
@Suite struct ChangeMessageTests {
    private let server = TestServer.onCampus()
    private let people: [Member]
    private let match: MatchID
    private let id: ConversationID

    init() async throws {
        people = try await server.members("maya", "liam", "ana")
        match = try await server.matched(people[0], people[1]).id
        id = try await server.opened(.match(match), by: people[0]).id
    }

    private func shown(_ seq: Int, as member: Member) async throws -> Message {
        try #require(try await server.messages(in: id, as: member).messages.elements.first { $0.seq == seq })
    }

    /// Returns the data of the events in the log of a person after a position.
    private func data(of member: Member, after head: LogPosition) async throws -> String {
        let (owner, last) = (member.id, try await server.head(member).seq)
        let stored = try await server.store.read { try LogEntry.list(owner, head.seq + 1...last, in: $0) }
        return stored.compactMap(\.data).map { String(decoding: $0, as: UTF8.self) }.joined()
    }

    @Test func `an edit changes the text for both people and keeps the number, the order and the count`() async throws {
        let message = try await server.said("Helo", in: id, by: people[0])
        let before = try await server.conversation(id, as: people[1])
        let slices = try await server.slices(of: Array(people.prefix(2))) { () async throws in
            let edited = try await server.edit(message, to: "Hello", by: people[0])
            #expect(try edited.payload(Keyed<Message>.self).value.version == 2)
        }
        #expect(slices.map { $0.events.map(\.kind) } == [[.messageChanged], [.messageChanged]])
        let after = try await server.conversation(id, as: people[1])
        #expect(after.lastMessage?.text == "Hello" && after.lastMessage?.editedAt != nil)
        #expect((after.unreadCount, after.updatedAt) == (before.unreadCount, before.updatedAt))
        // The same text is no change.
        let again = try await server.appended(to: people) { () async throws in
            _ = try await server.edit(message, to: "Hello", by: people[0])
        }
        #expect(again == [[], [], []])
    }

    @Test func `an edit removes the first text from the events in the log of the other person`() async throws {
        let head = try await server.head(people[1])
        let message = try await server.said("Secret word", in: id, by: people[0])
        let reply = try await server.said("Hi", in: id, by: people[1], replyTo: message.id)
        #expect(reply.replyTo?.excerpt == "Secret word")
        #expect(try await server.edit(message, to: "Hello", by: people[0]).status == 200)
        let events = try await server.events(people[1], after: head.description).events
        #expect(events.map(\.kind) == [.void, .void, .messageChanged])
        let data = try await data(of: people[1], after: head)
        #expect(data.contains("Hello") && !data.contains("Secret word"))
    }

    @Test func `only its sender edits a message, within fifteen minutes and before its deletion`() async throws {
        let message = try await server.said("Hello", in: id, by: people[0])
        let byOther = try await server.edit(message, to: "Bye", by: people[1])
        #expect(byOther.status == 403 && byOther.code == .forbidden)
        #expect(try await server.edit(message, to: "Bye", by: people[2]).status == 404)
        #expect(try await server.edit(message, to: "", by: people[0]).status == 422)
        server.clock.advance(by: .seconds(ChatLimits.editTime - 1))
        var renewed = people
        try await server.renewSessions(of: &renewed)
        #expect(try await server.edit(message, to: "Last", by: renewed[0]).status == 200)
        server.clock.advance(by: .seconds(2))
        let late = try await server.edit(message, to: "Late", by: renewed[0])
        #expect(late.status == 409 && late.code == .editExpired)
        let next = try await server.said("Next", in: id, by: renewed[0])
        #expect(try await server.delete(next, by: renewed[0]).status == 200)
        #expect(try await server.edit(next, to: "Again", by: renewed[0]).code == .editExpired)
    }

    @Test func `a deletion leaves a tombstone without text and reactions, and a later reaction is refused`()
        async throws
    {
        let message = try await server.said("Hello", in: id, by: people[0])
        #expect(try await server.react("👍", to: message, by: people[1]).status == 200)
        #expect(try await server.delete(message, by: people[1]).status == 403)
        for _ in 0..<2 { #expect(try await server.delete(message, by: people[0]).status == 200) }
        for person in people.prefix(2) {
            let tombstone = try await shown(1, as: person)
            #expect(tombstone.isDeleted && tombstone.text == nil && tombstone.reactions.isEmpty)
            #expect(tombstone.version == 3 && tombstone.senderID == people[0].id)
        }
        #expect(try await server.react("👍", to: message, by: people[1]).status == 409)
        #expect(try await server.react("👍", to: message, by: people[1], isAdded: false).status == 200)
    }

    @Test func `a deletion removes the text from the events in the log of the other person`() async throws {
        let head = try await server.head(people[1])
        let message = try await server.said("Secret word", in: id, by: people[0])
        #expect(try await server.react("👍", to: message, by: people[0]).status == 200)
        #expect(try await server.markRead(1, in: id, by: people[1]).status == 200)
        try await server.said("Next", in: id, by: people[0])
        #expect(try await server.delete(message, by: people[0]).status == 200)
        let events = try await server.events(people[1], after: head.description).events
        #expect(events.map(\.kind) == [.void, .void, .void, .messageAdded, .messageChanged])
        #expect(events.first?.touches == [.conversations, .conversation(id)])
        let owner = people[1].id
        let stored = try await server.store.read { try LogEntry.list(owner, head.seq + 1...head.seq + 5, in: $0) }
        let text = stored.compactMap(\.data).map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(stored.count == 5 && !text.contains("Secret word"))
    }

    @Test func `a deletion removes the text from the log of a person who has left the meetup`() async throws {
        let meetup = try await server.host(by: people[0]).id
        for person in people.dropFirst() { try await server.joined(meetup, by: person) }
        let chat = try await server.opened(.meetup(meetup), by: people[0]).id
        let head = try await server.head(people[2])
        let message = try await server.said("Secret word", in: chat, by: people[1])
        #expect(try await server.attend("leave", meetup, by: people[2]).status == 200)
        #expect(try await data(of: people[2], after: head).contains("Secret word"))
        #expect(try await server.delete(message, by: people[1]).status == 200)
        #expect(try await !data(of: people[2], after: head).contains("Secret word"))
    }

    @Test func `after the end of the match, a person deletes their message and changes nothing else`() async throws {
        let message = try await server.said("Hello", in: id, by: people[0])
        #expect(try await server.disconnect(match, by: people[1]).status == 200)
        #expect(try await server.edit(message, to: "Bye", by: people[0]).code == .conversationClosed)
        #expect(try await server.react("👍", to: message, by: people[1]).code == .conversationClosed)
        #expect(try await server.delete(message, by: people[0]).status == 200)
        #expect(try await server.conversation(id, as: people[1]).unreadCount == 0)
    }

    @Test(arguments: [0, 1])
    func `after a block in either direction, a person deletes their own message and learns nothing else`(
        _ blocker: Int
    ) async throws {
        let own = try await server.said("Secret word", in: id, by: people[0])
        let other = try await server.said("Hello", in: id, by: people[1])
        #expect(try await server.block(people[1 - blocker].id, by: people[blocker]).status == 200)
        let appended = try await server.appended(to: people) { () async throws in
            for _ in 0..<2 {
                let tombstone = try await server.delete(own, by: people[0]).payload(Keyed<Message>.self).value
                #expect(tombstone.isDeleted && tombstone.text == nil && tombstone.version == 2)
            }
        }
        #expect(appended == [[], [], []])
        #expect(try await server.delete(other, by: people[0]).status == 404)
        #expect(try await server.delete(own, by: people[2]).status == 404)
        #expect(try await server.edit(own, to: "Hi", by: people[0]).status == 404)
        #expect(try await server.unblock(people[1 - blocker].id, by: people[blocker]).status == 200)
        #expect(try await shown(1, as: people[1]).isDeleted)
    }

    @Test func `after leaving a meetup, a person deletes their own message, and those who stay see the tombstone`()
        async throws
    {
        let meetup = try await server.host(by: people[0]).id
        for person in people.dropFirst() { try await server.joined(meetup, by: person) }
        let chat = try await server.opened(.meetup(meetup), by: people[0]).id
        let own = try await server.said("Secret word", in: chat, by: people[1])
        let other = try await server.said("Hello", in: chat, by: people[2])
        #expect(try await server.attend("leave", meetup, by: people[1]).status == 200)
        let appended = try await server.appended(to: people) { () async throws in
            #expect(try await server.delete(own, by: people[1]).status == 200)
        }
        #expect(appended == [[.messageChanged], [], [.messageChanged]])
        #expect(try await server.delete(other, by: people[1]).status == 404)
        #expect(try await server.readMessages(in: chat, as: people[1]).status == 404)
        let left = try await server.messages(in: chat, as: people[0]).messages.elements
        #expect(left.map(\.isDeleted) == [true, false])
        #expect(try await server.conversation(chat, as: people[0]).unreadCount == 1)
    }

    @Test func `a stranger, a blocked person and a person who has left change no reaction`() async throws {
        let message = try await server.said("Hello", in: id, by: people[0])
        #expect(try await server.react("👍", to: message, by: people[1]).status == 200)
        for isAdded in [true, false] {
            #expect(try await server.react("👍", to: message, by: people[2], isAdded: isAdded).status == 404)
        }
        #expect(try await server.block(people[1].id, by: people[0]).status == 200)
        for isAdded in [true, false] {
            #expect(try await server.react("👍", to: message, by: people[1], isAdded: isAdded).status == 404)
        }
        let meetup = try await server.host(by: people[0]).id
        try await server.joined(meetup, by: people[2])
        let chat = try await server.opened(.meetup(meetup), by: people[0]).id
        let other = try await server.said("Welcome", in: chat, by: people[0])
        #expect(try await server.react("👍", to: other, by: people[2]).status == 200)
        #expect(try await server.attend("leave", meetup, by: people[2]).status == 200)
        for isAdded in [true, false] {
            #expect(try await server.react("👍", to: other, by: people[2], isAdded: isAdded).status == 404)
        }
    }

    @Test func `the version that a person sees does not count reactions of a hidden person`() async throws {
        let people = try await server.members("mia", "leo", "zoe")
        let group = try await server.group(people)
        let message = try await server.said("Hello", in: group, by: people[2])
        func versions() async throws -> [Int] {
            var versions: [Int] = []
            for person in people {
                versions += try await server.messages(in: group, as: person).messages.elements.map(\.version)
            }
            return versions
        }
        #expect(try await server.react("👍", to: message, by: people[0]).status == 200)
        #expect(try await versions() == [2, 2, 2])
        #expect(try await server.block(people[1].id, by: people[0]).status == 200)
        // A block alone changes no version, because a device ignores a lower one.
        #expect(try await versions() == [2, 2, 2])
        #expect(try await server.react("❤", to: message, by: people[0]).status == 200)
        #expect(try await server.react("👍", to: message, by: people[0], isAdded: false).status == 200)
        #expect(try await versions() == [4, 2, 4])
        #expect(try await server.react("👍", to: message, by: people[1]).status == 200)
        #expect(try await versions() == [4, 3, 5])
        #expect(try await server.edit(message, to: "Hi", by: people[2]).status == 200)
        #expect(try await versions() == [5, 4, 6])
    }

    @Test func `an emoji with and without a variation selector is one reaction, and each person has it once`()
        async throws
    {
        let message = try await server.said("Hello", in: id, by: people[0])
        for emoji in ["❤️", "❤"] {
            for person in people.prefix(2) {
                #expect(try await server.react(emoji, to: message, by: person).status == 200)
            }
        }
        #expect(try await server.react("👍🏽", to: message, by: people[1]).status == 200)
        #expect(try await server.react("👍", to: message, by: people[1]).status == 200)
        let reactions = try await shown(1, as: people[0]).reactions
        #expect(reactions.map(\.emoji.text) == ["❤", "👍", "👍🏽"])
        #expect(reactions[0].userIDs == people.prefix(2).map(\.id))
        #expect(try await server.react("❤", to: message, by: people[0], isAdded: false).status == 200)
        #expect(try await shown(1, as: people[0]).reactions[0].userIDs == [people[1].id])
        let again = try await server.appended(to: people) { () async throws in
            _ = try await server.react("❤️", to: message, by: people[0], isAdded: false)
            _ = try await server.react("👍", to: message, by: people[1])
        }
        #expect(again == [[], [], []])
    }

    @Test(arguments: ["ok", "👍👍", "1", "a\u{301}", "🇩", "\u{1F3FD}"])
    func `a text that is not one emoji is refused`(_ text: String) async throws {
        let message = try await server.said("Hello", in: id, by: people[0])
        let response = try await server.react(text, to: message, by: people[1])
        #expect(response.status == 422 && response.problem?.fields.map(\.path) == ["emoji"])
    }

    @Test func `a message has at most twenty different emoji, and more people may use them`() async throws {
        let message = try await server.said("Hello", in: id, by: people[0])
        for number in 0..<20 {
            let emoji = try #require(Unicode.Scalar(UInt32(0x1F600 + number)).map { String(Character($0)) })
            #expect(try await server.react(emoji, to: message, by: people[1]).status == 200)
        }
        let refused = try await server.react("👍", to: message, by: people[1])
        #expect(refused.status == 409 && refused.code == .tooManyReactions)
        #expect(refused.problem?.details["max"]?.integer == ChatLimits.emojiPerMessage)
        #expect(try await server.react("\u{1F600}", to: message, by: people[0]).status == 200)
    }

    @Test func `emoji of a hidden person do not count against the limit, and nobody sees more than twenty`()
        async throws
    {
        let people = try await server.members("mia", "leo", "zoe")
        let group = try await server.group(people)
        let message = try await server.said("Hello", in: group, by: people[2])
        #expect(try await server.block(people[1].id, by: people[0]).status == 200)
        for number in 0..<20 {
            let emoji = try #require(Unicode.Scalar(UInt32(0x1F600 + number)).map { String(Character($0)) })
            #expect(try await server.react(emoji, to: message, by: people[0]).status == 200)
        }
        #expect(try await server.react("👍", to: message, by: people[2]).code == .tooManyReactions)
        #expect(try await server.react("👍", to: message, by: people[1]).status == 200)
        for (person, count) in zip(people, [20, 1, 20]) {
            let shown = try await server.messages(in: group, as: person).messages.elements
            #expect(shown.first?.reactions.count == count)
        }
    }

    @Test func `many edits in a minute get a wait, and a deletion is still possible`() async throws {
        let message = try await server.said("Hello", in: id, by: people[0])
        for number in 0..<30 {
            #expect(try await server.edit(message, to: "Number \(number)", by: people[0]).status == 200)
        }
        let refused = try await server.edit(message, to: "More", by: people[0])
        #expect(refused.status == 429 && (refused.problem?.retryAfter ?? 0) > 0)
        #expect(try await server.delete(message, by: people[0]).status == 200)
    }
}
