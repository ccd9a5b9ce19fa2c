import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@testable import Presentation

/// Actions that are stored for later if no response arrives.
@Suite @MainActor struct ActionQueueTests {
    private let log = EventLog(time: VirtualClock(), random: .seeded(1))
    private let runner: ActionRunner<Int>

    private struct Full: Error {}

    init() {
        runner = ActionRunner(log: log)
        log.queue.register("remove") { (id: String, _: IdempotencyKey) in
            [.gone(id)]
        } send: { (id: String, _: IdempotencyKey) in
            [.gone(id)]
        }
    }

    private func list() async -> PagedList<Letter> {
        let list = Pages([.page(["a", "b"], at: 1)]).list(on: log)
        await list.load()
        return list
    }

    private func remove(_ id: String, failingWith error: (any Error)?) async -> ActionOutcome {
        await runner.run(1, "remove", queueing: id, as: "remove", on: "letter/\(id)") { _ in
            if let error { throw error }
            return [.gone(id)]
        }
    }

    /// Stores items in the returned list.
    private func storing() -> LockedState<[ActionQueue.Item]> {
        let stored = LockedState<[ActionQueue.Item]>([])
        log.queue.store = { item in stored.withLock { $0.append(item) } }
        return stored
    }

    @Test(arguments: [TransportError.cannotConnect, .connectionLost])
    func `an action without a response is stored, and its effect is shown`(error: TransportError) async {
        let (list, stored) = (await list(), storing())
        #expect(await remove("a", failingWith: APIError.transport(error)) == .queued)
        #expect(list.ids == ["b"] && runner.failure == nil && runner.inFlight.isEmpty)
        #expect(stored.withLock { $0.map(\.lane) } == ["letter/a"])
        #expect(log.queue.isWaiting("remove", on: "letter/a") && !log.queue.isWaiting("remove", on: "letter/b"))
    }

    @Test func `an action that the server answers is not stored, whether it succeeds or fails`() async {
        let stored = storing()
        #expect(await remove("a", failingWith: nil) == .done)
        #expect(await remove("b", failingWith: NoNetwork()).failure != nil)
        #expect(stored.withLock { $0.isEmpty })
    }

    @Test func `without a store, and if the device cannot store the action, the action fails without an effect`() async
    {
        let list = await list()
        #expect(await remove("a", failingWith: APIError.transport(.cannotConnect)).failure?.kind == .unreachable)
        log.queue.store = { _ in throw Full() }
        #expect(await remove("a", failingWith: APIError.transport(.cannotConnect)).failure?.kind == .unreachable)
        #expect(list.ids == ["a", "b"] && log.pending.isEmpty && !log.queue.isWaiting("remove", on: "letter/a"))
    }

    @Test func `a withdrawn item reverts its effect, and a shown item of an earlier start shows it`() async throws {
        let (list, stored) = (await list(), storing())
        _ = await remove("a", failingWith: APIError.transport(.cannotConnect))
        let item = try #require(stored.withLock { $0.first })
        log.queue.withdraw(item.key)
        #expect(list.ids == ["a", "b"])
        try log.queue.show(item)
        try log.queue.show(item)
        #expect(list.ids == ["b"])
    }

    @Test func `a sent item applies its effect, and waits no longer`() async throws {
        let stored = storing()
        _ = await remove("a", failingWith: APIError.transport(.cannotConnect))
        let item = try #require(stored.withLock { $0.first })
        try await log.queue.send(item)
        #expect(!log.queue.isWaiting("remove", on: "letter/a"))
    }

    @Test func `unreadable content and an unknown kind have no effect`() async throws {
        let list = await list()
        let unreadable = ActionQueue.Item(
            key: IdempotencyKey(rawValue: "1"), kind: "remove", lane: "x", content: Data([0xFF]))
        #expect(throws: (any Error).self) { try log.queue.show(unreadable) }
        await #expect(throws: (any Error).self) { try await log.queue.send(unreadable) }
        let unknown = ActionQueue.Item(key: IdempotencyKey(rawValue: "2"), kind: "later", lane: "x", content: Data())
        try log.queue.show(unknown)
        try await log.queue.send(unknown)
        #expect(list.ids == ["a", "b"] && log.pending.isEmpty)
    }
}
