import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@testable import Presentation

/// Lists and resources of a device with thousands of queued actions.
@Suite @MainActor struct QueuedActionsTests {
    private static let count = 10_000
    private let log = EventLog(time: VirtualClock(), random: .seeded(1))
    private let folds = LockedState(0)

    /// Queues actions, and then lets the log contain one after the other.
    private func queueAndDrain() {
        folds.withLock { $0 = 0 }
        for number in 1...Self.count {
            log.begin(IdempotencyKey(rawValue: "\(number)"), expecting: [.gone("other \(number)")])
        }
        for number in 1...Self.count {
            let event = LogEvent.gone("other \(number)", seq: number, action: "\(number)")
            log.receive(LogSlice(at: .e(number), events: [event]))
        }
        #expect(log.pending.isEmpty && log.position == .e(Self.count))
    }

    @Test func `ten thousand queued actions without effect on a list cost it two folds each`() async {
        let definition = ListDefinition<Letter>(.letters, order: .byTime, people: { [$0.author] }) {
            [folds] event, letters throws(LogEventError) in
            folds.withLock { $0 += 1 }
            guard event.kind == .letterGone else { return .unknown }
            letters.remove(try event.data())
            return .applied
        }
        let list = PagedList(definition, on: log) { _ in
            ListPage(LossyList([Letter("a", sent: 1)]), nextCursor: nil, at: .e(0))
        }
        await list.load()
        queueAndDrain()
        #expect(list.ids == ["a"])
        // Once as an expected event, and once as an event of the log.
        #expect(folds.withLock { $0 } == 2 * Self.count)
    }

    @Test func `ten thousand queued actions unknown to a resource cost it two folds each`() async {
        let definition = ResourceDefinition<String>(.letters) { [folds] event, text throws(LogEventError) in
            folds.withLock { $0 += 1 }
            guard event.kind == .letterSent else { return .unknown }
            text = try event.data(Letter.self).text
            return .applied
        }
        let resource = Resource(definition, on: log) { Snapshot("text", at: .e(0)) }
        await resource.load()
        queueAndDrain()
        #expect(resource.state.value == "text")
        #expect(folds.withLock { $0 } == 2 * Self.count)
    }

    @Test func `a list and a resource show pending actions in order, before and after events`() async {
        let list = PagedList(.letters(.byTime), on: log) { _ in
            ListPage(LossyList([Letter("a", sent: 1)]), nextCursor: nil, at: .e(0))
        }
        let definition = ResourceDefinition<String>(.letters) { event, text throws(LogEventError) in
            guard event.kind == .letterSent else { return .unknown }
            text = try event.data(Letter.self).text
            return .applied
        }
        let resource = Resource(definition, on: log) { Snapshot("old", at: .e(0)) }
        await list.load()
        await resource.load()
        let (one, other) = (IdempotencyKey(rawValue: "one"), IdempotencyKey(rawValue: "other"))
        log.begin(one, expecting: [.sent(Letter("b", text: "first", sent: 2))])
        log.begin(other, expecting: [.sent(Letter("c", text: "second", sent: 3))])
        #expect(list.ids == ["c", "b", "a"] && resource.state.value == "second")
        log.receive(LogSlice(at: .e(1), events: [.sent(Letter("d", text: "theirs", sent: 4), seq: 1)]))
        #expect(list.ids == ["d", "c", "b", "a"] && resource.state.value == "second")
        #expect(!log.abandon(other))
        #expect(list.ids == ["d", "b", "a"] && resource.state.value == "first")
        log.receive(LogSlice(at: .e(2), events: [.gone("a", seq: 2, action: "one")]))
        #expect(list.ids == ["d"] && resource.state.value == "theirs" && log.pending.isEmpty)
    }
}
