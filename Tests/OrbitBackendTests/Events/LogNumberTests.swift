import Foundation
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// The numbers and the retention of log entries, without any operation.
@Suite struct LogNumberTests {
    private struct TestError: Error {}

    private static let kind = EventKind(rawValue: "test.event")
    private let clock = VirtualClock()

    private func context(_ store: any BackendStore = MemoryStore()) -> BackendContext {
        BackendContext(
            store: store, time: clock, random: .seeded(1),
            configuration: BackendConfiguration(
                campuses: TestServer.campuses, campusTimeZone: .gmt, digest: .plainForDemonstration,
                mailTransport: { _ in }),
            features: .orbit)
    }

    private func append(_ text: String, to owners: [UserID], in transaction: LogTransaction) throws {
        for owner in owners { try transaction.appendUnchecked(Self.kind, to: owner, touches: [], data: [text]) }
    }

    private func slice(_ context: BackendContext, _ owner: UserID, after position: LogPosition?) async throws
        -> StoredSlice?
    {
        try await context.store.read { try LogHead.of(owner, in: $0)?.slice(after: position, in: $0) }
    }

    @Test(arguments: [false, true])
    func `simultaneous writes leave no gaps in the numbers, and a reader misses no event`(_ retries: Bool) async throws
    {
        let context = context(retries ? RetryingStore() : MemoryStore())
        let owners: [UserID] = ["a", "b", "c"]
        try await context.commit(at: clock.date) { for owner in owners { try $0.beginLog(of: owner) } }
        let begins = try await slice(context, "a", after: nil)
        let follower = context.followers.follow("a", session: "s")
        let tail = Task {
            var (read, position) = ([Data?](), begins?.at)
            while read.count < 100 {
                let slice = try #require(try await slice(context, "a", after: position))
                #expect(!slice.isResync)
                read += slice.events.map(\.data)
                position = slice.at
                if slice.events.isEmpty { _ = await follower.sleep() }
            }
            return read
        }
        await withTaskGroup { group in
            for writer in 0..<200 {
                group.addTask { [self] in
                    do {
                        try await context.commit(at: clock.date) { transaction in
                            let both = writer % 4 < 2 ? owners : ["b"]
                            try append("\(writer)", to: both.reversed(), in: transaction)
                            if writer % 4 == 1 { try append("\(writer) again", to: ["b"], in: transaction) }
                            if writer % 8 == 7 { throw TestError() }
                        }
                    } catch {
                        #expect(error is TestError)
                    }
                }
            }
        }
        let read = try await tail.value
        for (owner, count) in zip(owners, [100, 225, 100]) {
            let all = try await context.store.read { try LogEntry.list(owner, 1...1_000, in: $0) }
            #expect(all.map(\.seq) == Array(1...count))
            let head = try await context.store.read { try LogHead.of(owner, in: $0) }
            #expect(head?.seq == count && head?.floor == 0)
            if owner == "a" { #expect(all.map(\.data) == read) }
        }
    }

    @Test func `a failed transaction appends nothing, and the next transaction wakes the reader`() async throws {
        let context = context()
        try await context.commit(at: clock.date) { for owner in ["a", "b"] as [UserID] { try $0.beginLog(of: owner) } }
        let follower = context.followers.follow("a", session: "s")
        let other = context.followers.follow("b", session: "t")
        await #expect(throws: TestError.self) {
            try await context.commit(at: clock.date) { transaction in
                try append("x", to: ["a"], in: transaction)
                throw TestError()
            }
        }
        #expect(try await slice(context, "a", after: nil)?.at.seq == 0)
        // Changes arrive in order, so a change of the failed transaction would arrive before this change.
        try await context.commit(at: clock.date) { try append("z", to: ["b"], in: $0) }
        #expect(await other.sleep() == .news)
        follower.wake(.silence)
        #expect(await follower.sleep() == .silence)
        try await context.commit(at: clock.date) { try append("y", to: ["a"], in: $0) }
        #expect(await follower.sleep() == .news)
        #expect(try await slice(context, "a", after: nil)?.at.seq == 1)
    }

    @Test func `any position gets the whole suffix of the log or a resync`() async throws {
        let context = context()
        try await context.commit(at: clock.date) { try $0.beginLog(of: "a") }
        for number in 1...1_200 {
            try await context.commit(at: clock.date) { try append("\(number)", to: ["a"], in: $0) }
        }
        let head = try #require(try await context.store.read { try LogHead.of("a", in: $0) })
        #expect(head.seq == 1_200 && (200..<264).contains(head.floor))
        for seq in 0...1_203 {
            let position = LogPosition(epoch: head.epoch, seq: seq)
            let slice = try #require(try await slice(context, "a", after: position))
            #expect(slice.at == head.position)
            #expect(slice.isResync == !(950...1_200).contains(seq))
            #expect(slice.events.map(\.seq) == (slice.isResync || seq == 1_200 ? [] : Array(seq + 1...1_200)))
        }
        let elsewhere = try await slice(context, "a", after: LogPosition(epoch: "other", seq: 1_200))
        #expect(elsewhere?.isResync == true)
        // The entries below the floor are deleted.
        let kept = try await context.store.read { try LogEntry.list("a", 1...1_200, in: $0).map(\.seq) }
        #expect(kept == Array(head.floor + 1...1_200))
    }

    @Test func `a reader can continue from the floor of a pruned log and not from before`()
        async throws
    {
        let context = context()
        try await context.commit(at: clock.date) { try $0.beginLog(of: "a") }
        try await context.commit(at: clock.date) { try append("1", to: ["a"], in: $0) }
        clock.advance(by: .seconds(86_400))
        try await context.commit(at: clock.date) { try append("2", to: ["a"], in: $0) }
        clock.advance(by: .seconds(29.5 * 86_400))
        try await ScheduledWorkRunner(context).run()
        let head = try #require(try await context.store.read { try LogHead.of("a", in: $0) })
        #expect(head.floor == 1 && head.seq == 2)
        let results = try await [0, 1, 2].asyncMap { seq in
            try await slice(context, "a", after: LogPosition(epoch: head.epoch, seq: seq))
        }
        #expect(results.map { $0?.isResync } == [true, false, false])
        #expect(results.map { $0?.events.map(\.seq) } == [[], [2], []])
        clock.advance(by: .seconds(86_400))
        try await ScheduledWorkRunner(context).run()
        let empty = try #require(try await context.store.read { try LogHead.of("a", in: $0) })
        #expect(empty.floor == 2 && empty.seq == 2 && empty.oldestAt == nil)
        #expect(try await context.store.read { try LogEntry.list("a", 1...9, in: $0).isEmpty })
    }

    @Test
    func `due work prunes a log in the rounded millisecond in which its entries expire, even if an entry is missing`()
        async throws
    {
        let context = context()
        try await context.commit(at: clock.date) { try $0.beginLog(of: "a") }
        // Rounded to the same millisecond as the end below.
        clock.advance(by: .microseconds(1_400))
        for data in ["1", "2", "3"] { try await context.commit(at: clock.date) { try append(data, to: ["a"], in: $0) } }
        try await context.store.transaction { try $0.delete(LogEntry.self, LogEntry.key("a", 1)) }
        clock.advance(by: .seconds(30 * 86_400) - .microseconds(800))
        try await ScheduledWorkRunner(context).run()
        let head = try #require(try await context.store.read { try LogHead.of("a", in: $0) })
        #expect(head.floor == 3 && head.oldestAt == nil)
    }

    @Test func `a position before a missing entry gets a resync, and a later position does not`() async throws {
        let context = context()
        try await context.commit(at: clock.date) { try $0.beginLog(of: "a") }
        for _ in 1...3 { try await context.commit(at: clock.date) { try append("x", to: ["a"], in: $0) } }
        try await context.store.transaction { try $0.delete(LogEntry.self, LogEntry.key("a", 2)) }
        let head = try #require(try await context.store.read { try LogHead.of("a", in: $0) })
        let begin = LogPosition(epoch: head.epoch, seq: 0)
        #expect(try await slice(context, "a", after: begin)?.isResync == true)
        #expect(try await slice(context, "a", after: begin.advanced(by: 2))?.events.count == 1)
    }
}

extension Sequence where Self: Sendable {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
