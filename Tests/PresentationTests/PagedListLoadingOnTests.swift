import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

/// A list whose loaded pages show nothing while the server has more.
@Suite @MainActor struct PagedListLoadingOnTests {
    private let log = EventLog(time: VirtualClock(), random: .seeded(1))

    @Test func `pages without readable elements are skipped, and their elements are counted`() async {
        let pages = Pages([.page([], unreadable: 2, next: "n"), .page([], unreadable: 1, next: "m"), .page(["a"])])
        let list = pages.list(on: log)
        await list.load()
        #expect(list.ids == ["a"])
        #expect(list.unreadableCount == 3)
        #expect(pages.requested == [nil, "n", "m"])
    }

    @Test func `the count of unreadable elements is reset when the list starts over`() async {
        let pages = Pages([
            .page(["a"], unreadable: 1, next: "n"), .page([], unreadable: 1), .page(["a"], unreadable: 1, next: "n"),
            .page(["b"], unreadable: 4, startsOver: true),
        ])
        let list = pages.list(on: log)
        await list.load()
        await list.loadMore()
        #expect(list.unreadableCount == 2)
        await list.load()
        #expect(list.unreadableCount == 1)
        await list.loadMore()
        #expect(list.unreadableCount == 4)
        #expect(list.ids == ["b"])
    }

    @Test(arguments: [true, false])
    func `removing or hiding the last element of a page loads the next page`(_ isHidden: Bool) async {
        let list = Pages([.page(["a"], next: "n", at: 1), .page(["b"], at: 2)]).list(on: log)
        await list.load()
        log.receive(.e(2, isHidden ? .hidden("a") : .gone("a")))
        #expect(list.items == .loaded([]))
        await waitUntil { list.ids == ["b"] }
        await waitUntil { list.items == .loaded([Letter("b")]) }
    }

    @Test func `a pending action that hides the last element of a page loads the next page`() async {
        let list = Pages([.page(["a"], next: "n"), .page(["b"])]).list(on: log)
        await list.load()
        let action = PausedAction()
        let run = Task {
            await ActionRunner<Int>(log: log).run(1, expecting: [.hidden("a")]) { _ in try await action.end() }
        }
        await action.waitForRequest()
        await waitUntil { list.items == .loaded([Letter("b")]) }
        action.release(.failure(NoNetwork()))
        _ = await run.value
        #expect(list.ids == ["a", "b"])
    }

    @Test func `a list is shown as empty only after its last page is loaded`() async {
        let held = HeldPage(.page([]))
        let list = Pages([.page([], unreadable: 1, next: "n"), .held(held)]).list(on: log)
        let load = Task { await list.load() }
        await held.waitForRequest()
        #expect(list.items == .loading(previous: nil))
        held.release()
        await load.value
        #expect(list.items == .empty)
    }

    @Test func `a failure to load more keeps the list, and the next attempt uses the same cursor`() async {
        let pages = Pages([
            .page(["a"], next: "n", at: 1), .failure(NoNetwork()), .failure(CancellationError()), .page(["b"], at: 2),
        ])
        let list = pages.list(on: log)
        await list.load()
        log.receive(.e(2, .hidden("a")))
        await waitUntil { list.items.failure != nil }
        #expect(list.items == .failed(Failure(NoNetwork()), previous: nil))
        await list.loadMore()
        #expect(!list.items.isLoading)
        await list.loadMore()
        #expect(list.ids == ["b"])
        #expect(pages.requested == [nil, "n", "n", "n"])
    }

    @Test func `a list requests at most ten unreadable pages for each load`() async {
        let pages = Pages((1...60).map { _ in .page([], unreadable: 1, next: "n") })
        let list = pages.list(on: log)
        await list.load()
        for _ in 1...50 { await Task { @MainActor in }.value }
        #expect(pages.requested.count == 10)
        #expect(list.hasMore && list.items == .loaded([]))
        await list.loadMore()
        #expect(pages.requested.count == 20)
    }

    @Test func `a list whose loads are cancelled does not load more forever`() async {
        let pages = Pages(
            [.page(["a"], next: "n", at: 1)] + (1...60).map { _ in .failure(CancellationError()) })
        let list = pages.list(on: log)
        await list.load()
        log.receive(.e(2, .gone("a")))
        await waitUntil { pages.requested.count >= 2 }
        for _ in 1...50 { await Task { @MainActor in }.value }
        #expect(pages.requested.count == 2)
    }
}
