import Chat
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing

@testable import OrbitBackend

/// Watermarks, receipts, typing, mutes and the setting that shares activity.
@Suite struct ReadStateTests {
    private let server = TestServer.onCampus()
    private let people: [Member]
    private let match: MatchID
    private let id: ConversationID

    init() async throws {
        people = try await server.members("maya", "liam")
        match = try await server.matched(people[0], people[1]).id
        id = try await server.opened(.match(match), by: people[0]).id
        for text in ["One", "Two", "Three"] { try await server.said(text, in: id, by: people[0]) }
    }

    private func watermark(of member: Member, as viewer: Member) async throws -> Int? {
        let people = try await server.conversation(id, as: viewer).participants
        return try #require(people.first { $0.userID == member.id }).readThrough
    }

    @Test func `a watermark never decreases and never exceeds the last message`() async throws {
        for (through, expected) in [(2, 2), (1, 2), (-5, 2), (Int.max, 3), (0, 3)] {
            let state = try await server.markRead(through, in: id, by: people[1]).payload(ReadState.self)
            #expect(state == ReadState(readThrough: expected, unreadCount: 3 - expected))
        }
    }

    @Test func `a new watermark is sent to the own log and as a receipt, and an old one appends nothing`()
        async throws
    {
        let slices = try await server.slices(of: people) { _ = try await server.markRead(2, in: id, by: people[1]) }
        #expect(slices.map { $0.events.map(\.kind) } == [[.conversationRead], [.conversationChanged]])
        let receipt = try #require(slices[0].events.first)
        #expect(
            try receipt.data(ReadReceipt.self)
                == ReadReceipt(conversationID: id, userID: people[1].id, readThrough: 2))
        #expect(receipt.subject == people[1].id)
        let own = try #require(slices[1].events.first).data(Keyed<Conversation>.self).value
        #expect(own.readThrough == 2 && own.unreadCount == 1)
        #expect(try await watermark(of: people[1], as: people[0]) == 2)
        let again = try await server.appended(to: people) { _ = try await server.markRead(2, in: id, by: people[1]) }
        #expect(again == [[], []])
    }

    @Test(arguments: [0, 1])
    func `without the setting of either person, neither sees receipts or typing of the other`(_ owner: Int)
        async throws
    {
        #expect(try await server.share(false, by: people[owner]).status == 200)
        for (reader, other) in [(0, 1), (1, 0)] {
            let appended = try await server.appended(to: [people[other]]) { () async throws in
                _ = try await server.markRead(3, in: id, by: people[reader])
                let response = try await server.setTyping(true, in: id, by: people[reader])
                #expect(try response.payload(TypingIntervals.self) == .standard)
            }
            #expect(appended == [[]])
            #expect(try await watermark(of: people[reader], as: people[other]) == nil)
        }
        #expect(try await server.share(true, by: people[owner]).status == 200)
        // A person who did not share has read privately, and the setting does not reveal it afterwards.
        #expect(try await watermark(of: people[1], as: people[0]) == (owner == 1 ? 0 : 3))
    }

    @Test func `messages that were read without sharing stay private until the person reads further`() async throws {
        #expect(try await server.share(false, by: people[1]).status == 200)
        _ = try await server.markRead(3, in: id, by: people[1])
        #expect(try await server.share(true, by: people[1]).status == 200)
        #expect(try await watermark(of: people[1], as: people[0]) == 0)
        try await server.said("Four", in: id, by: people[0])
        let slices = try await server.slices(of: people) { _ = try await server.markRead(4, in: id, by: people[1]) }
        #expect(try slices[0].events.first?.data(ReadReceipt.self).readThrough == 4)
        #expect(try await watermark(of: people[1], as: people[0]) == 4)
    }

    @Test func `a watermark below an own message sends its receipt, and no other event`() async throws {
        try await server.said("Four", in: id, by: people[1])
        #expect(try await watermark(of: people[1], as: people[0]) == 0)
        let slices = try await server.slices(of: people) { _ = try await server.markRead(3, in: id, by: people[1]) }
        #expect(slices.map { $0.events.map(\.kind) } == [[.conversationRead], []])
        #expect(try await watermark(of: people[1], as: people[0]) == 3)
        #expect(try await server.conversation(id, as: people[1]).readThrough == 4)
    }

    @Test func `typing is sent once in five seconds, a stop is sent apart, and both expire by themselves`()
        async throws
    {
        let slices = try await server.slices(of: people) { () async throws in
            for isTyping in [true, true, false, false] {
                #expect(try await server.setTyping(isTyping, in: id, by: people[1]).status == 200)
            }
        }
        #expect(slices.map { $0.events.map(\.kind) } == [[.conversationTyping, .conversationTyping], []])
        let notices = try slices[0].events.map { try $0.data(TypingNotice.self) }
        #expect(notices.map { $0.until == nil } == [false, true])
        let expiry = try #require(notices[0].until).timeIntervalSince(server.clock.date)
        #expect(abs(expiry - TimeInterval(TypingIntervals.standard.expire)) < 1)
        server.clock.advance(by: .seconds(5))
        let later = try await server.appended(to: people) { () async throws in
            _ = try await server.setTyping(true, in: id, by: people[1])
        }
        #expect(later == [[.conversationTyping], []])
    }

    @Test func `no receipt and no typing is sent after the end of the match, and after a block nothing is found`()
        async throws
    {
        #expect(try await server.disconnect(match, by: people[0]).status == 200)
        let appended = try await server.appended(to: people) { () async throws in
            #expect(try await server.markRead(3, in: id, by: people[1]).status == 200)
            #expect(try await server.setTyping(true, in: id, by: people[1]).status == 200)
        }
        #expect(appended == [[], [.conversationChanged]])
        #expect(try await watermark(of: people[1], as: people[0]) == nil)
        #expect(try await server.block(people[1].id, by: people[0]).status == 200)
        let blocked = try await server.appended(to: people) { () async throws in
            #expect(try await server.markRead(3, in: id, by: people[1]).status == 404)
            #expect(try await server.setTyping(true, in: id, by: people[1]).status == 404)
        }
        #expect(blocked == [[], []])
    }

    @Test func `a mute is sent only to the own devices, and changes neither counts nor order`() async throws {
        let before = try await server.conversation(id, as: people[1])
        let appended = try await server.appended(to: people) { () async throws in
            for _ in 0..<2 { #expect(try await server.mute(true, id, by: people[1]).status == 200) }
        }
        #expect(appended == [[], [.conversationChanged]])
        let after = try await server.conversation(id, as: people[1])
        #expect(after.isMuted && after.unreadCount == before.unreadCount && after.updatedAt == before.updatedAt)
        #expect(try await !server.conversation(id, as: people[0]).isMuted)
    }

    @Test func `the setting is sent to people who share their activity, and to nobody else`() async throws {
        let slices = try await server.slices(of: people) { _ = try await server.share(false, by: people[0]) }
        #expect(slices.map { $0.events.map(\.kind) } == [[.chatSettingsChanged], [.conversationChanged]])
        let changed = try #require(slices[1].events.first)
        let shown = try await server.conversation(id, as: people[1])
        #expect(try changed.data(Keyed<Conversation>.self).value == shown)
        #expect(changed.subject == people[0].id && changed.touches == [.conversations])
        // Neither sees watermarks any more, so this change is not visible to the first person.
        let second = try await server.appended(to: people) { _ = try await server.share(false, by: people[1]) }
        #expect(second == [[], [.chatSettingsChanged]])
        let third = try await server.appended(to: people) { _ = try await server.share(true, by: people[0]) }
        #expect(third == [[.chatSettingsChanged], []])
    }

    @Test func `the setting is sent to no person of an ended or blocked conversation`() async throws {
        #expect(try await server.disconnect(match, by: people[0]).status == 200)
        let ended = try await server.appended(to: people) { _ = try await server.share(false, by: people[0]) }
        #expect(ended == [[.chatSettingsChanged], []])
        #expect(try await server.block(people[1].id, by: people[0]).status == 200)
        let blocked = try await server.appended(to: people) { _ = try await server.share(true, by: people[0]) }
        #expect(blocked == [[.chatSettingsChanged], []])
    }

    @Test func `the setting is stored once and is limited to twenty changes a day`() async throws {
        let appended = try await server.appended(to: people) { () async throws in
            for _ in 0..<2 { #expect(try await server.share(false, by: people[0]).status == 200) }
        }
        #expect(appended == [[.chatSettingsChanged], [.conversationChanged]])
        for number in 0..<19 {
            #expect(try await server.share(number.isMultiple(of: 2), by: people[0]).status == 200)
        }
        #expect(try await server.share(false, by: people[0]).status == 429)
    }

    @Test func `a setting that cannot be read shares nothing until it is saved again`() async throws {
        let store = BytesStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        try await server.said("One", in: id, by: people[0])
        #expect(try await server.share(false, by: people[1]).status == 200)
        #expect(await store.spoil("chat_settings", people[1].id.rawValue))
        let appended = try await server.appended(to: [people[0]]) { () async throws in
            _ = try await server.markRead(1, in: id, by: people[1])
            _ = try await server.setTyping(true, in: id, by: people[1])
        }
        #expect(appended == [[]])
        #expect(try await server.share(true, by: people[1]).status == 200)
        let typing = try await server.appended(to: [people[0]]) { () async throws in
            _ = try await server.setTyping(true, in: id, by: people[1])
        }
        #expect(typing == [[.conversationTyping]])
    }

    @Test func `a person of a group whose matches have ended neither shares receipts nor gets receipts and typing`()
        async throws
    {
        let people = try await server.members("zoe", "noor", "ana")
        let id = try await server.group(people)
        try await server.said("Hello", in: id, by: people[1])
        for other in [1, 2] {
            #expect(try await server.disconnect(MatchID("group-\(other - 1)"), by: people[other]).status == 200)
        }
        let appended = try await server.appended(to: people) { () async throws in
            for person in [people[0], people[2]] {
                #expect(try await server.markRead(1, in: id, by: person).status == 200)
            }
            #expect(try await server.setTyping(true, in: id, by: people[1]).status == 200)
            #expect(try await server.share(false, by: people[0]).status == 200)
        }
        #expect(
            appended == [[.void, .chatSettingsChanged], [.conversationRead], [.void, .conversationTyping]])
        #expect(try await server.share(true, by: people[0]).status == 200)
        for (person, expected) in zip(people, [[], [people[2].id], [people[1].id]]) {
            let shown = try await server.conversation(id, as: person).participants
            #expect(shown.filter { $0.readThrough != nil }.map(\.userID) == expected)
        }
    }

    @Test func `in a group, a watermark and a mute reload the own list of conversations, and no messages`()
        async throws
    {
        let people = try await server.members("zoe", "noor", "ana")
        let id = try await server.group(people)
        try await server.said("Hello", in: id, by: people[0])
        let slices = try await server.slices(of: [people[1]]) { () async throws in
            _ = try await server.markRead(1, in: id, by: people[1])
            _ = try await server.mute(true, id, by: people[1])
        }
        #expect(slices[0].events.map(\.kind) == [.void, .void])
        #expect(slices[0].events.map(\.touches) == [[.conversations], [.conversations]])
    }
}
