import NetworkingTesting
import OrbitModels
import Presentation
import Testing

/// A list with nothing to show and more to come.
@Suite @MainActor struct PagedListLoadingOnTests {
    @Test func `pages that nobody can read are passed over and counted`() async {
        let pages = Pages([.page([], unreadable: 2, next: "n"), .page([], unreadable: 1, next: "m"), .page(["a"])])
        let list = pages.list()
        await list.load()
        #expect(list.ids == ["a"])
        #expect(list.unreadableCount == 3)
        #expect(pages.asked == [nil, "n", "m"])
    }

    @Test func `the count of the unreadable begins anew with the list`() async {
        let pages = Pages([
            .page(["a"], unreadable: 1, next: "n"), .page([], unreadable: 1), .page(["a"], unreadable: 1, next: "n"),
            .page(["b"], unreadable: 4, startsOver: true),
        ])
        let list = pages.list()
        await list.load()
        await list.loadMore()
        #expect(list.unreadableCount == 2)
        await list.load()
        #expect(list.unreadableCount == 1)
        await list.loadMore()
        #expect(list.unreadableCount == 4)
        #expect(list.ids == ["b"])
    }

    @Test func `when the last of a page is removed or hidden, the next comes`() async {
        for isHidden in [true, false] {
            let list = Pages([.page(["a"], next: "n"), .page(["b"])]).list()
            await list.load()
            if isHidden { list.hide("from a") } else { list.remove(of: "from a") }
            #expect(list.items == .loaded([]))
            await until { list.ids == ["b"] }
            #expect(list.items == .loaded([Letter("b")]))
        }
    }

    @Test func `nothing is said to be there only once all has come`() async {
        let held = HeldPage(.page([]))
        let list = Pages([.page([], unreadable: 1, next: "n"), .held(held)]).list()
        let load = Task { await list.load() }
        await held.isAwaited()
        #expect(list.items == .loading(previous: nil))
        held.release()
        await load.value
        #expect(list.items == .empty)
    }

    @Test func `a failure on the way keeps the place, and the next attempt goes on from there`() async {
        let pages = Pages([
            .page(["a"], next: "n"), .failure(NoNetwork()), .failure(CancellationError()),
            .page(["b"]),
        ])
        let list = pages.list()
        list.hide("from a")
        await list.load()
        #expect(list.items == .failed(Failure(message: "No network."), previous: nil))
        await list.loadMore()
        #expect(!list.items.isLoading)
        list.unhide("from a")
        #expect(list.ids == ["a"])
        await list.loadMore()
        #expect(list.ids == ["a", "b"])
        #expect(pages.asked == [nil, "n", "n", "n"])
    }

    @Test func `a server that sends nothing readable is not asked for ever`() async {
        let pages = Pages((1...30).map { _ in .page([], unreadable: 1, next: "n") })
        let list = pages.list()
        await list.load()
        #expect(pages.asked.count == 10)
        #expect(list.hasMore && list.items == .loaded([]))
    }
}
