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

/// The limits that bound the events of one person in the log of another person.
@Suite struct ChatFloodTests {
    private let server = TestServer.onCampus()
    private let people: [Member]
    private let id: ConversationID

    init() async throws {
        people = try await server.members("maya", "liam")
        id = try await server.converse(people[0], people[1])
    }

    @Test func `the 1,001st message of a day waits until the first is a day old`() async throws {
        let (now, sender) = (server.clock.date, people[0].id)
        var record = try #require(try await server.record(of: id))
        for _ in 0..<ChatLimits.messagesPerDay { _ = record.takeSeq(by: sender, at: now) }
        try await server.store.transaction { [record, id] transaction in
            try transaction.put(record)
            for seq in 1...ChatLimits.messagesPerDay {
                try transaction.put(
                    MessageRecord(
                        in: id, seq: seq, clientID: ClientID("c\(seq)"), by: sender, text: "Number \(seq)",
                        at: now.addingTimeInterval(TimeInterval(seq * 80 - 86_000))))
            }
        }
        let refused = try await server.say("More", in: id, by: people[0], as: "more")
        #expect(refused.status == 429 && refused.code == .rateLimited)
        // The first message was sent 85,920 seconds ago.
        let wait = try #require(refused.problem?.retryAfter)
        #expect((478...481).contains(wait))
        server.clock.advance(by: .seconds(TimeInterval(wait) + 1))
        #expect(try await server.say("More", in: id, by: people[0], as: "more").status == 200)
    }

    @Test func `typing beyond the limit of a day appends nothing and is no failure`() async throws {
        let limits = [ChatRates.typing, ChatRates.stopping]
        let (now, subject) = (server.clock.date, "\(people[0].id)>\(id)")
        try await server.store.transaction { transaction in
            for limit in limits {
                let past = now.addingTimeInterval(-60)
                try limit.record(subject, times: 300, in: transaction, now: past)
            }
        }
        let appended = try await server.appended(to: people) { () async throws in
            for isTyping in [true, false] {
                #expect(try await server.setTyping(isTyping, in: id, by: people[0]).status == 200)
            }
        }
        #expect(appended == [[], []])
    }

    @Test func `the 61st watermark in a minute is stored, so a flood of messages leaves no wrong count`() async throws {
        let (now, sender) = (server.clock.date, people[1].id)
        var record = try #require(try await server.record(of: id))
        for _ in 0..<100 { _ = record.takeSeq(by: sender, at: now) }
        try await server.store.transaction { [record] in try $0.put(record) }
        for seq in 1...61 { #expect(try await server.markRead(seq, in: id, by: people[0]).status == 200) }
        #expect(try await server.conversation(id, as: people[0]).readThrough == 61)
        #expect(try await server.markRead(60, in: id, by: people[0]).status == 200)
        #expect(try await server.conversation(id, as: people[0]).readThrough == 61)
    }

    @Test func `the 31st change between muted and not muted in a minute gets a wait, and a repeated one does not`()
        async throws
    {
        for number in 1...30 {
            #expect(try await server.mute(!number.isMultiple(of: 2), id, by: people[0]).status == 200)
        }
        #expect(try await server.mute(true, id, by: people[0]).status == 429)
        #expect(try await server.mute(false, id, by: people[0]).status == 200)
    }

    @Test func `messages do not use up the budget of other events in the log of another person`() async throws {
        for number in 0..<30 { try await server.said("Number \(number)", in: id, by: people[0]) }
        let (cause, owner) = (people[0].id, people[1].id)
        let notices = try await server.store.read { try LogHead.of(owner, in: $0)?.notices?.events ?? 0 }
        #expect(notices <= NoticeBudget.free)
        let used = try await server.store.read { reader in
            try reader.get(UsageRecord.self, "notices/\(cause)>\(owner)")
        }
        #expect(used == nil)
    }

    /// Uses up the events that the second person's log accepts today, except some of the first person's budget.
    private func useBudget(leaving rest: Int) async throws {
        let (now, owner) = (server.clock.date, people[1].id)
        let limit = try #require(EventBudget.messages.ofOne)
        let subject = "\(people[0].id)>\(owner)"
        let times = try #require(limit.tiers.map(\.count).max()) - rest
        try await server.store.transaction { transaction in
            var head = try #require(try LogHead.of(owner, in: transaction))
            var count = NoticeBudget.Count(day: Int(now.milliseconds / 86_400_000))
            for budget in EventBudget.allCases { count[budget] = budget.free }
            head.notices = count
            try transaction.put(head)
            try limit.record(subject, times: times, in: transaction, now: now)
        }
    }

    @Test func `beyond the budget of a day messages are stored, and the recipient reloads them in ten minutes`()
        async throws
    {
        try await useBudget(leaving: 1)
        let slices = try await server.slices(of: people) { () async throws in
            for text in ["One", "Two", "Three"] { try await server.said(text, in: id, by: people[0]) }
        }
        #expect(slices[0].events.map(\.kind) == Array(repeating: .messageAdded, count: 3))
        #expect(slices[1].events.map(\.kind) == [.messageAdded])
        #expect(try await server.conversation(id, as: people[1]).unreadCount == 3)
        let reloads = try await server.slices(of: people) { () async throws in
            server.clock.advance(by: .seconds(599))
            try await server.backend.runScheduledWork()
            server.clock.advance(by: .seconds(1))
            for _ in 0..<2 { try await server.backend.runScheduledWork() }
        }
        #expect(reloads.map { $0.events.map(\.kind) } == [[], [.void]])
        #expect(reloads[1].events.first?.touches == [.conversation(id), .conversations])
    }

    @Test func `typing beyond the budget of a log is dropped without a reload`() async throws {
        try await useBudget(leaving: 1)
        let appended = try await server.appended(to: people) { () async throws in
            #expect(try await server.setTyping(true, in: id, by: people[0]).status == 200)
        }
        #expect(appended == [[], []])
        let owner = people[1].id
        let owed = try await server.store.read { try $0.get(PendingReload.self, owner.rawValue) }
        #expect(owed == nil)
    }

    @Test func `the budgets of one account are smaller than the capacity of a log`() throws {
        let budgets = EventBudget.allCases.map { $0.free + ($0.ofOne?.tiers.map(\.count).min() ?? 0) }
        let shortest = try #require(EventBudget.allCases.compactMap(\.reloadDelay).min())
        // Four `person.hidden` and three `person.shown`.
        let others = NoticeBudget.warnings + 7 + 86_400 / shortest
        #expect(budgets.reduce(others, +) < LogRetention.capacity)
    }

    @Test func `a block after many messages withdraws their events in steps of bounded size`() async throws {
        let counter = WriteCounter()
        let server = TestServer.onCampus(store: counter)
        let people = try await server.members("maya", "liam")
        _ = try await server.converse(people[0], people[1])
        let (now, other, owner) = (server.clock.date, people[0].id, people[1].id)
        try await server.store.transaction { transaction in
            var head = try #require(try LogHead.of(owner, in: transaction))
            for _ in 0..<450 {
                head.seq += 1
                try transaction.put(
                    LogEntry(
                        owner: owner, seq: head.seq, at: now, kind: .messageAdded, subject: other, action: nil,
                        touches: [.conversations], data: nil))
            }
            try transaction.put(head)
        }
        _ = counter.takeMost()
        #expect(try await server.block(other, by: people[1]).status == 200)
        try await server.backend.runScheduledWork()
        #expect(counter.takeMost() <= 200)
        let (events, jobs) = try await server.store.read { reader in
            let head = try #require(try LogHead.of(owner, in: reader))
            return (
                try LogEntry.list(owner, 1...head.seq, in: reader),
                try reader.keys(LogWithdrawalJob.self, after: nil, limit: 1)
            )
        }
        #expect(events.count > 450 && jobs.isEmpty)
        #expect(events.allSatisfy { $0.subject == nil || $0.kind == .personHidden })
    }

    @Test func `the 11th message in a minute in a large meetup gets a wait, and those of other people do not`()
        async throws
    {
        let people = try await server.members((0..<22).map { "guest\($0)" })
        let meetup = try await server.host(by: people[0]).id
        for person in people.dropFirst() { try await server.joined(meetup, by: person) }
        let large = try await server.opened(.meetup(meetup), by: people[0]).id
        try await server.deferringWork { () async throws in
            for number in 1...10 { try await server.said("Number \(number)", in: large, by: people[0]) }
            let refused = try await server.say("More", in: large, by: people[0], as: "more")
            #expect(refused.status == 429 && (1...60).contains(refused.problem?.retryAfter ?? 0))
            let repeated = try await server.said("Number 10", in: large, by: people[0])
            #expect(repeated.seq == 10)
            #expect(try await server.react("👍", to: repeated, by: people[0]).status == 429)
            try await server.said("Hello", in: large, by: people[1])
        }
    }
}
