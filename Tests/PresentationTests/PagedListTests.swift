import OrbitModels
import Presentation
import Testing

@Suite @MainActor struct PagedListTests {
    @Test func `pages follow one another, and what moved up between them comes once`() async {
        let pages = Pages([.page(["a", "b"], next: "n"), .page(["b", "c"])])
        let list = pages.list()
        #expect(list.items == .idle)
        await list.load()
        #expect(list.hasMore)
        await list.loadMore()
        #expect(list.ids == ["a", "b", "c"])
        #expect(!list.hasMore)
        await list.loadMore()
        #expect(pages.asked == [nil, "n"])
    }

    @Test func `what was added or replaced while a page is on its way is not lost with it`() async {
        let held = HeldPage(.page(["o", "w"]))
        let list = Pages([.page(["o", "w"]), .held(held)]).list()
        await list.load()
        let refresh = Task { await list.load() }
        await held.isAwaited()
        list.add(Letter("new"))
        list.replace(Letter("w", text: "Withdrawn."))
        held.release()
        await refresh.value
        #expect(list.ids == ["new", "o", "w"])
        #expect(list.items.value?.last?.text == "Withdrawn.")
    }

    @Test func `what was removed before the first page came is not in it`() async {
        let held = HeldPage(.page(["a", "b"]))
        let list = Pages([.held(held)]).list()
        let load = Task { await list.load() }
        await held.isAwaited()
        list.remove(of: "from b")
        held.release()
        await load.value
        #expect(list.ids == ["a"])
    }

    @Test func `what is added twice stays where it is`() async {
        let list = Pages([.page(["a", "b"])]).list()
        await list.load()
        list.add(Letter("b", text: "Once more."))
        #expect(list.ids == ["a", "b"])
        #expect(list.items.value?.last?.text == "Once more.")
    }

    @Test func `what was added before anything was loaded is known and not shown`() async {
        let list = Pages([.page(["a"])]).list()
        list.add(Letter("new"))
        #expect(list.items == .idle)
        #expect(list.known.map(\.id) == ["new"])
        await list.load()
        #expect(list.known.map(\.id) == ["a"])
    }

    @Test func `a cancelled refresh over a load still under way does not load for ever`() async {
        let held = HeldPage(.page(["a"]))
        let list = Pages([.held(held), .failure(CancellationError())]).list()
        let load = Task { await list.load() }
        await held.isAwaited()
        await list.load()
        #expect(list.items == .idle)
        held.release()
        await load.value
        #expect(list.items == .idle)
    }

    @Test func `what was added to an empty list is in it, even if a refresh is cancelled`() async {
        let list = Pages([.page([]), .failure(CancellationError())]).list()
        await list.load()
        #expect(list.items == .empty)
        list.add(Letter("p"))
        await list.load()
        #expect(list.ids == ["p"])
    }

    @Test func `a load that failed keeps what there was`() async {
        let list = Pages([.page(["a"]), .failure(NoNetwork())]).list()
        await list.load()
        await list.load()
        #expect(list.items.failure?.message == "No network.")
        #expect(list.ids == ["a"])
    }

    @Test func `two who hide somebody do not undo one another`() async {
        let list = Pages([.page(["a", "b"])]).list()
        await list.load()
        list.hide("from a")
        list.hide("from a")
        list.unhide("from a")
        #expect(list.ids == ["b"])
        list.unhide("from a")
        #expect(list.ids == ["a", "b"])
    }

    @Test func `what is put back stands where it stood, whatever has gone in the meantime`() async throws {
        let list = Pages([.page(["a", "b", "c", "d"])]).list()
        await list.load()
        let (b, c) = (try #require(list.place(of: "b")), try #require(list.place(of: "c")))
        for id in ["from a", "from b", "from c"] { list.remove(of: UserID(id)) }
        list.putBack(c)
        #expect(list.ids == ["c", "d"])
        list.putBack(b)
        list.putBack(b)
        #expect(list.ids == ["b", "c", "d"])
        #expect(list.place(of: "nothing") == nil)
    }

    @Test func `what is put back while a page without it is on its way is not lost with it`() async throws {
        let held = HeldPage(.page(["a", "c"]))
        let list = Pages([.page(["a", "b", "c"]), .held(held)]).list()
        await list.load()
        let place = try #require(list.place(of: "b"))
        list.remove(of: "from b")
        let refresh = Task { await list.load() }
        await held.isAwaited()
        list.putBack(place)
        held.release()
        await refresh.value
        #expect(list.ids == ["a", "b", "c"])
    }
}
