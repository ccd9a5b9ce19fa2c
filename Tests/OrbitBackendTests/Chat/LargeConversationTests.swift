import Chat
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// Conversations of more than twenty people, which have one record for each person.
@Suite struct LargeConversationTests {
    @Test func `the writes of a message do not depend on the number of people, and change no part of another person`()
        async throws
    {
        var writes: [Int] = []
        for count in [22, 32] {
            let counter = WriteCounter()
            let server = TestServer.onCampus(store: counter)
            let people = try await server.members((0..<count).map { "guest\($0)" })
            let id = try await server.gathering(people).conversation
            let record = try await server.record(of: id)
            #expect(record?.isLarge == true && record?.people == [])
            let before = try await server.part(of: people[3], in: id)
            _ = counter.takeMost()
            let (most, after) = try await server.deferringWork { () async throws in
                try await server.said("Hello", in: id, by: people[1])
                return (counter.takeMost(), try await server.part(of: people[3], in: id))
            }
            writes.append(most)
            #expect(before != nil && after == before)
            #expect(try await server.part(of: people[1], in: id)?.person.readThrough == 1)
        }
        #expect(writes[0] == writes[1] && writes[0] <= 12)
    }

    @Test func `a watermark and a mute write the part of one person, and not the conversation`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members((0..<22).map { "guest\($0)" })
        let id = try await server.gathering(people).conversation
        for text in ["One", "Two", "Three"] { try await server.said(text, in: id, by: people[1]) }
        let before = try await server.record(of: id)
        let state = try await server.markRead(2, in: id, by: people[5]).payload(ReadState.self)
        #expect(state == ReadState(readThrough: 2, unreadCount: 1))
        #expect(try await server.mute(true, id, by: people[5]).status == 200)
        #expect(try await server.record(of: id) == before)
        let shown = try await server.conversation(id, as: people[5])
        #expect(shown.isMuted && shown.unreadCount == 1 && shown.participants.count == 22)
        #expect(try await server.conversation(id, as: people[6]).unreadCount == 3)
    }

    @Test func `a conversation that becomes large keeps watermarks, counts and mutes`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members((0..<21).map { "guest\($0)" })
        let (meetup, id) = try await server.gathering(Array(people.prefix(20)))
        for text in ["One", "Two"] { try await server.said(text, in: id, by: people[1]) }
        #expect(try await server.markRead(1, in: id, by: people[2]).status == 200)
        #expect(try await server.mute(true, id, by: people[2]).status == 200)
        #expect(try await server.record(of: id)?.isLarge == false)
        try await server.joined(meetup, by: people[20])
        #expect(try await server.record(of: id)?.isLarge == true)
        for (person, expected) in [(1, 0), (2, 1), (3, 2), (20, 0)] {
            #expect(try await server.conversation(id, as: people[person]).unreadCount == expected)
        }
        #expect(try await server.conversation(id, as: people[2]).isMuted)
        #expect(try await server.block(people[1].id, by: people[3]).status == 200)
        #expect(try await server.conversation(id, as: people[3]).unreadCount == 0)
        #expect(try await server.conversations(people[4]).map(\.id) == [id])
    }

    @Test func `a message reaches more people than one step of the job notifies, once each`() async throws {
        let counter = WriteCounter()
        let server = TestServer.onCampus(store: counter)
        let people = try await server.members((0..<ChatFanOutJob.batch + 3).map { "guest\($0)" })
        let id = try await server.gathering(people).conversation
        _ = counter.takeMost()
        let appended = try await server.appended(to: people) {
            _ = try await server.said("Hello", in: id, by: people[1])
        }
        #expect(appended == Array(repeating: [.messageAdded], count: people.count))
        #expect(counter.takeMost() <= 200)
    }

    @Test func `a message moves the conversation above a newer one in the lists of all people`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members((0..<22).map { "guest\($0)" })
        let large = try await server.gathering(people).conversation
        server.clock.advance(by: .seconds(60))
        let pair = try await server.converse(people[2], people[3])
        #expect(try await server.conversations(people[2]).map(\.id) == [pair, large])
        server.clock.advance(by: .seconds(60))
        try await server.said("Hello", in: large, by: people[1])
        #expect(try await server.conversations(people[2]).map(\.id) == [large, pair])
        let first = try await server.send(.get, "/conversations?limit=1", token: people[2].token)
            .payload(Page<Conversation>.self)
        let cursor = try #require(first.nextCursor)
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-_.~")
        let text = try #require(cursor.addingPercentEncoding(withAllowedCharacters: allowed))
        let second = try await server.send(.get, "/conversations?limit=1&cursor=\(text)", token: people[2].token)
            .payload(Page<Conversation>.self)
        #expect([first, second].map { $0.list.elements.map(\.id) } == [[large], [pair]])
    }

    @Test func `an erased person is left out, and their messages are tombstones that nobody has to read`() async throws
    {
        let server = TestServer.onCampus()
        let people = try await server.members((0..<22).map { "guest\($0)" })
        let id = try await server.gathering(people).conversation
        try await server.said("Secret word", in: id, by: people[1])
        try await server.said("Hello", in: id, by: people[2])
        #expect(try await server.send(.delete, "/users/me", token: people[1].token).status == 200)
        for _ in 0..<3 { try await server.backend.runScheduledWork() }
        #expect(try await server.part(of: people[1], in: id) == nil)
        let shown = try await server.conversation(id, as: people[3])
        #expect(shown.unreadCount == 1 && !shown.participants.map(\.userID).contains(people[1].id))
        let messages = try await server.messages(in: id, as: people[3]).messages.elements
        #expect(messages.map(\.isDeleted) == [true, false])
    }

    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func `the counts of a random history in a large conversation equal a recomputation`(_ seed: UInt64) async throws {
        let server = TestServer.onCampus(seed: seed)
        var people = try await server.members((0..<22).map { "guest\($0)" })
        let id = try await server.gathering(people).conversation
        var random = SplitMix64(seed: seed)
        var messages: [(message: Message, sender: Int, isDeleted: Bool)] = []
        var watermarks: [Int: Int] = [:]
        var isBlocked = false
        let active = 1...3
        for step in 0..<60 {
            server.clock.advance(by: .seconds(7))
            if step % 20 == 19 { try await server.renewSessions(of: &people) }
            let person = Int.random(in: active, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0..<4:
                let message = try await server.said("Number \(step)", in: id, by: people[person])
                messages.append((message, person, false))
                watermarks[person] = message.seq
            case 4:
                guard let index = messages.lastIndex(where: { $0.sender == person }) else { break }
                #expect(try await server.delete(messages[index].message, by: people[person]).status == 200)
                messages[index].isDeleted = true
            case 5 where step > 30 && !isBlocked:
                #expect(try await server.block(people[2].id, by: people[1]).status == 200)
                isBlocked = true
            default:
                let through = Int.random(in: 0...messages.count, using: &random)
                #expect(try await server.markRead(through, in: id, by: people[person]).status == 200)
                watermarks[person] = max(watermarks[person, default: 0], through)
            }
            for viewer in [1, 2, 3, 20] {
                let expected = messages.count { item in
                    let isHidden = isBlocked && Set([viewer, item.sender]) == [1, 2]
                    return item.sender != viewer && !item.isDeleted && !isHidden
                        && item.message.seq > watermarks[viewer, default: 0]
                }
                #expect(try await server.conversation(id, as: people[viewer]).unreadCount == expected)
            }
        }
        #expect(messages.count > 15)
    }
}
