import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

@Suite @MainActor struct PagedListTests {
    private let log = EventLog(time: VirtualClock(), random: .seeded(1))

    @Test func `an element that moved to the next page is shown once`() async {
        let pages = Pages([.page(["a", "b"], next: "n"), .page(["b", "c"])])
        let list = pages.list(on: log)
        #expect(list.items == .idle)
        await list.load()
        #expect(list.hasMore)
        await list.loadMore()
        #expect(list.ids == ["a", "b", "c"])
        #expect(!list.hasMore)
        await list.loadMore()
        #expect(pages.requested == [nil, "n"])
    }

    @Test func `the response to a later request is kept when an earlier response arrives after it`() async {
        let held = HeldPage(.page(["old"]))
        let list = Pages([.held(held), .page(["new"])]).list(on: log)
        let slow = Task { await list.load() }
        await held.waitForRequest()
        await list.load()
        held.release()
        await slow.value
        #expect(list.items == .loaded([Letter("new")]))
    }

    @Test func `elements added or replaced by events during a refresh survive the refresh`() async {
        let held = HeldPage(.page(["o", "w"], at: 5))
        let list = Pages([.page(["o", "w"], at: 5), .held(held)]).list(on: log)
        await list.load()
        let refresh = Task { await list.load() }
        await held.waitForRequest()
        log.receive(.e(7, .sent(Letter("new")), .sent(Letter("w", text: "Withdrawn."))))
        #expect(list.items == .loading(previous: [Letter("new"), Letter("o"), Letter("w", text: "Withdrawn.")]))
        held.release()
        await refresh.value
        #expect(list.ids == ["new", "o", "w"])
        #expect(list.items.value?.last?.text == "Withdrawn.")
    }

    @Test func `an element removed before the first page arrives is not shown`() async {
        let held = HeldPage(.page(["a", "b"], at: 3))
        let list = Pages([.held(held)]).list(on: log)
        log.receive(.e(3))
        let load = Task { await list.load() }
        await held.waitForRequest()
        log.receive(.e(4, .gone("b")))
        held.release()
        await load.value
        #expect(list.ids == ["a"])
    }

    @Test func `an element added before the first load is known but not shown`() async {
        let list = Pages([.page(["a"], at: 1)]).list(on: log)
        log.receive(.e(1, .sent(Letter("new"))))
        #expect(list.items == .idle)
        #expect(list.known.map(\.id) == ["new"])
        await list.load()
        #expect(list.known.map(\.id) == ["a"])
    }

    @Test func `a cancelled refresh during a load returns the list to idle`() async {
        let held = HeldPage(.page(["a"]))
        let list = Pages([.held(held), .failure(CancellationError())]).list(on: log)
        let load = Task { await list.load() }
        await held.waitForRequest()
        await list.load()
        #expect(list.items == .idle)
        held.release()
        await load.value
        #expect(list.items == .idle)
    }

    @Test func `an element added to an empty list is shown, even if a refresh is cancelled`() async {
        let list = Pages([.page([], at: 1), .failure(CancellationError())]).list(on: log)
        await list.load()
        #expect(list.items == .empty)
        log.receive(.e(2, .sent(Letter("p"))))
        await list.load()
        #expect(list.items == .loaded([Letter("p")]))
    }

    @Test func `a failed load keeps the previous elements`() async {
        let list = Pages([.page(["a"]), .failure(NoNetwork())]).list(on: log)
        await list.load()
        await list.load()
        #expect(list.items.failure?.message == "No network.")
        #expect(list.ids == ["a"])
    }

    @Test func `two pending actions that hide the same person are reverted independently`() async {
        let list = Pages([.page(["a", "b"])]).list(on: log)
        await list.load()
        let runner = ActionRunner<Int>(log: log)
        let (one, other) = (PausedAction(), PausedAction())
        let first = Task { await runner.run(1, expecting: [.hidden("a")]) { _ in try await one.end() } }
        let second = Task { await runner.run(2, expecting: [.hidden("a")]) { _ in try await other.end() } }
        await one.waitForRequest()
        await other.waitForRequest()
        one.release(.failure(NoNetwork()))
        _ = await first.value
        #expect(list.ids == ["b"])
        other.release(.failure(NoNetwork()))
        _ = await second.value
        #expect(list.ids == ["a", "b"])
    }
}
