import Chat
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import OrbitBackend

/// The counts of unread messages, against a plain recomputation over all messages.
@Suite struct UnreadCountTests {
    /// A group of three with random actions, and the messages that they have sent.
    private struct History {
        let server: TestServer
        var people: [Member]
        let id: ConversationID
        var random: SplitMix64
        var messages: [(message: Message, sender: Int, isDeleted: Bool)] = []
        var watermarks = [0, 0, 0]
        var blocked: Set<Set<Int>> = []
        var liftedBlocks = 0

        /// The number of unread messages, computed from all messages.
        func unread(of person: Int) -> Int {
            messages.count { item in
                item.sender != person && !item.isDeleted && item.message.seq > watermarks[person]
                    && !blocked.contains([person, item.sender])
            }
        }

        mutating func act() async throws {
            let person = Int.random(in: 0..<3, using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<5: try await say(by: person)
            case 5, 6: try await delete(by: person)
            case 7: try await edit(by: person)
            case 8: try await react(by: person)
            case 9: try await block(by: person)
            default: try await read(by: person)
            }
        }

        private mutating func say(by person: Int) async throws {
            let message = try await server.said("Number \(messages.count)", in: id, by: people[person])
            #expect(message.seq == messages.count + 1)
            messages.append((message, person, false))
            watermarks[person] = message.seq
        }

        /// Deletes one of the person's messages, also a deleted one.
        private mutating func delete(by person: Int) async throws {
            guard let index = messages.indices.filter({ messages[$0].sender == person }).randomElement(using: &random)
            else { return }
            let response = try await server.delete(messages[index].message, by: people[person])
            #expect(response.status == 200)
            messages[index].isDeleted = true
        }

        private mutating func edit(by person: Int) async throws {
            guard let item = messages.filter({ $0.sender == person && !$0.isDeleted }).last else { return }
            _ = try await server.edit(item.message, to: "Edited \(random.next())", by: people[person])
        }

        private mutating func react(by person: Int) async throws {
            guard let item = messages.randomElement(using: &random) else { return }
            _ = try await server.react("👍", to: item.message, by: people[person])
        }

        private mutating func read(by person: Int) async throws {
            let through = Int.random(in: -1...messages.count + 2, using: &random)
            let state = try await server.markRead(through, in: id, by: people[person]).payload(ReadState.self)
            watermarks[person] = max(watermarks[person], min(through, messages.count))
            #expect(state == ReadState(readThrough: watermarks[person], unreadCount: unread(of: person)))
        }

        /// The first person and the second block each other, or lift the blocks. A person lifts at most three blocks of
        /// one person in a day. The third person stays matched with both, so all three can write.
        private mutating func block(by person: Int) async throws {
            guard person < 2 else { return }
            let other = 1 - person
            if blocked.contains([person, other]) {
                guard liftedBlocks < 3 else { return }
                for pair in [(person, other), (other, person)] {
                    _ = try await server.unblock(people[pair.1].id, by: people[pair.0])
                }
                liftedBlocks += 1
                blocked.remove([person, other])
            } else {
                _ = try await server.block(people[other].id, by: people[person])
                blocked.insert([person, other])
            }
        }

        func check() async throws {
            for person in 0..<3 {
                let shown = try await server.conversation(id, as: people[person])
                #expect(shown.unreadCount == unread(of: person))
                #expect(shown.readThrough == watermarks[person] && shown.lastSeq == messages.count)
            }
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `the counts of a random history equal a recomputation after every action`(_ seed: UInt64) async throws {
        let server = TestServer.onCampus(seed: seed)
        let people = try await server.members("maya", "liam", "ana")
        let id = try await server.group(people)
        var history = History(server: server, people: people, id: id, random: SplitMix64(seed: seed))
        for step in 0..<120 {
            server.clock.advance(by: .seconds(3))
            if step % 40 == 39 { try await server.renewSessions(of: &history.people) }
            try await history.act()
            try await history.check()
        }
        #expect(history.messages.count > 20)
    }

    @Test func `own messages and messages of the system are not unread, and an own message reads all before it`()
        async throws
    {
        let server = TestServer.onCampus()
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        try await server.said("One", in: id, by: people[1])
        let slot = server.slot(inDays: 2)
        let proposal = try await server.proposed([slot], in: id, by: people[1])
        #expect(try await server.conversation(id, as: people[0]).unreadCount == 2)
        #expect(try await server.accept(proposal.id, slot, by: people[0]).status == 200)
        #expect(try await server.conversation(id, as: people[0]).unreadCount == 2)
        #expect(try await server.conversation(id, as: people[1]).unreadCount == 0)
        try await server.said("Two", in: id, by: people[0])
        let shown = try await server.conversation(id, as: people[0])
        #expect(shown.unreadCount == 0 && shown.readThrough == 4)
        #expect(try await server.conversation(id, as: people[1]).unreadCount == 1)
    }

    @Test func `a deletion below the watermark leaves the count, and a second deletion has no effect`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        let messages = [
            try await server.said("One", in: id, by: people[1]), try await server.said("Two", in: id, by: people[1]),
        ]
        _ = try await server.markRead(1, in: id, by: people[0])
        for (message, count) in [(messages[0], 1), (messages[1], 0), (messages[1], 0)] {
            #expect(try await server.delete(message, by: people[1]).status == 200)
            #expect(try await server.conversation(id, as: people[0]).unreadCount == count)
        }
    }

    @Test func `the count is shown up to 999, and stays exact above it`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        var record = try #require(try await server.record(of: id))
        let now = server.clock.date
        for _ in 0..<1_200 { _ = record.takeSeq(by: people[1].id, at: now) }
        #expect(record.participant(people[0].id)?.unread == 1_200)
        try await server.store.transaction { [record] in try $0.put(record) }
        let shown = try await server.conversation(id, as: people[0])
        #expect(shown.unreadCount == Conversation.maxUnreadCount)
    }
}
