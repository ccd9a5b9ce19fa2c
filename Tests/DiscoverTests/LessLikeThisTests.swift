import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

/// "Less like this", its undo, and the list of people who were hidden by it.
@Suite @MainActor struct LessLikeThisTests {
    private typealias Given = DiscoverUnderTest

    @Test func `less like this removes a person at once, and an undo restores their place`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/discover/users?limit=2", response: try Given.page(["a", "b"])),
            .expect(.put, "/api/discover/less-like/a", response: Given.done),
            .expect(.delete, "/api/discover/less-like/a", response: Given.done),
        ])
        let model = try Given.model(stub)
        await model.load()
        await model.showLess(like: "a")
        #expect(model.people.items.value?.map(\.id) == ["b"])
        #expect(model.lastMarked?.id == "a")
        await model.undoShowLess()
        #expect(model.people.items.value?.map(\.id) == ["a", "b"])
        #expect(model.lastMarked == nil)
        #expect(model.failure == nil)
        try await stub.finish()
    }

    @Test func `less like this is undone with a failure if the request fails`() async throws {
        let model = try Given.model(
            StubTransport([
                .expect(.get, "/api/discover/users?limit=2", response: try Given.page(["a", "b"])),
                .expect(.put, "/api/discover/less-like/b", error: .cannotConnect),
            ]))
        await model.load()
        await model.showLess(like: "b")
        #expect(model.people.items.value?.map(\.id) == ["a", "b"])
        #expect(model.lastMarked == nil)
        #expect(model.failure?.canRetry == true)
        await model.showLess(like: "nobody")
        #expect(model.lastMarked == nil)
    }

    @Test func `an undo shows at once, and is sent after the request that it undoes`() async throws {
        let held = PausedResponse()
        let told = LockedState<[HTTPMethod]>([])
        let stub = StubTransport([
            .expect(.get, "/api/discover/users?limit=2", response: try Given.page(["a", "b"])),
            held.exchange(.put, "/api/discover/less-like/a", response: Given.done) {
                told.withLock { $0.append(.put) }
            },
            .expect(.delete, "/api/discover/less-like/a") { _ throws(TransportError) in
                told.withLock { $0.append(.delete) }
                return Given.done
            },
        ])
        let model = try Given.model(stub)
        await model.load()
        let hiding = Task { await model.showLess(like: "a") }
        await held.waitForRequest()
        #expect(model.people.items.value?.map(\.id) == ["b"])
        let undo = Task { await model.undoShowLess() }
        await waitUntil { model.lastMarked == nil }
        #expect(model.people.items.value?.map(\.id) == ["a", "b"])
        held.release()
        _ = await hiding.value
        _ = await undo.value
        #expect(told.withLock { $0 } == [.put, .delete])
        #expect(model.people.items.value?.map(\.id) == ["a", "b"])
        try await stub.finish()
    }

    @Test func `an undo whose request has failed can be repeated`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/discover/users?limit=2", response: try Given.page(["a", "b"])),
            .expect(.put, "/api/discover/less-like/b", response: Given.done),
            .expect(.delete, "/api/discover/less-like/b", error: .cannotConnect),
            .expect(.delete, "/api/discover/less-like/b", response: Given.done),
        ])
        let model = try Given.model(stub)
        await model.load()
        await model.showLess(like: "b")
        await model.undoShowLess()
        #expect(model.people.items.value?.map(\.id) == ["a"])
        #expect(model.lastMarked?.id == "b")
        #expect(model.failure?.canRetry == true)
        await model.undoShowLess()
        #expect(model.people.items.value?.map(\.id) == ["a", "b"])
        #expect(model.lastMarked == nil && model.failure == nil)
        try await stub.finish()
    }

    @Test func `a person who was taken back elsewhere returns with a refresh`() async throws {
        let both = try Given.page(["a", "b"])
        let model = try Given.model(
            StubTransport([
                .expect(.get, "/api/discover/users?limit=2", response: both),
                .expect(.put, "/api/discover/less-like/a", response: Given.done),
                .expect(.get, "/api/discover/users?limit=2", response: both),
            ]))
        await model.load()
        await model.showLess(like: "a")
        await model.load()
        #expect(model.people.items.value?.map(\.id) == ["a", "b"])
    }

    @Test func `a page requested before a hide was confirmed does not restore the person`() async throws {
        let (putting, loading) = (PausedResponse(), PausedResponse())
        let both = try Given.page(["a", "b"])
        let model = try Given.model(
            StubTransport([
                .expect(.get, "/api/discover/users?limit=2", response: both),
                putting.exchange(.put, "/api/discover/less-like/a", response: Given.done),
                loading.exchange(.get, "/api/discover/users?limit=2", response: both),
            ]))
        await model.load()
        let hiding = Task { await model.showLess(like: "a") }
        await putting.waitForRequest()
        let load = Task { await model.load() }
        await loading.waitForRequest()
        putting.release()
        _ = await hiding.value
        loading.release()
        await load.value
        #expect(model.people.items.value?.map(\.id) == ["b"])
    }

    @Test func `an undo for a person hidden by the log is not offered`() async throws {
        let log = EventLog(time: VirtualClock(), random: .seeded(2))
        let model = try Given.model(
            StubTransport([
                .expect(.get, "/api/discover/users?limit=2", response: try Given.page(["a", "b"])),
                .expect(.put, "/api/discover/less-like/a", response: Given.done),
            ]), log: log)
        await model.load()
        await model.showLess(like: "a")
        log.receive(
            LogSlice(at: LogPosition(epoch: "e", seq: 1), events: [LogEvent(.personHidden, seq: 1, subject: "a")]))
        #expect(model.lastMarked == nil)
    }

    @Test func `a person hidden again during an undo remains hidden`() async throws {
        let held = PausedResponse()
        let stub = StubTransport([
            .expect(.get, "/api/discover/users?limit=2", response: try Given.page(["a", "b"])),
            .expect(.put, "/api/discover/less-like/a", response: Given.done),
            held.exchange(.delete, "/api/discover/less-like/a", response: Given.done),
            .expect(.put, "/api/discover/less-like/a", response: Given.done),
        ])
        let model = try Given.model(stub)
        await model.load()
        await model.showLess(like: "a")
        let undo = Task { await model.undoShowLess() }
        await held.waitForRequest()
        let hiding = Task { await model.showLess(like: "a") }
        await waitUntil { model.lastMarked != nil }
        #expect(model.people.items.value?.map(\.id) == ["b"])
        held.release()
        _ = await undo.value
        _ = await hiding.value
        #expect(model.people.items.value?.map(\.id) == ["b"])
        #expect(model.lastMarked?.id == "a")
        try await stub.finish()
    }

    @Test func `an undo continues after its caller was cancelled`() async throws {
        let held = PausedResponse()
        let stub = StubTransport([
            .expect(.get, "/api/discover/users?limit=2", response: try Given.page(["a", "b"])),
            held.exchange(.put, "/api/discover/less-like/a", response: Given.done),
            .expect(.delete, "/api/discover/less-like/a", response: Given.done),
        ])
        let model = try Given.model(stub)
        await model.load()
        let hiding = Task { await model.showLess(like: "a") }
        await held.waitForRequest()
        let undo = Task { await model.undoShowLess() }
        await waitUntil { model.lastMarked == nil }
        hiding.cancel()
        undo.cancel()
        held.release()
        _ = await undo.value
        #expect(model.people.items.value?.map(\.id) == ["a", "b"])
        #expect(model.failure == nil)
        try await stub.finish()
    }

    @Test func `all less-liked people are listed, and each person can be restored`() async throws {
        let listed: HTTPResponse = try .success(
            Page(["x", "y"].map { Given.suggestion($0).person }))
        let stub = StubTransport([
            .expect(.get, "/api/discover/users?limit=2", response: try Given.page(["a", "b"])),
            .expect(.get, "/api/discover/less-like", response: listed),
            .expect(.put, "/api/discover/less-like/a", response: Given.done),
            .expect(.delete, "/api/discover/less-like/x", response: Given.done),
            .expect(.get, "/api/discover/users?limit=2", response: try Given.page(["x", "b"])),
            .expect(.delete, "/api/discover/less-like/a", response: Given.done),
            .expect(.get, "/api/discover/users?limit=2", response: try Given.page(["a", "x", "b"])),
            .expect(.delete, "/api/discover/less-like/y", error: .cannotConnect),
        ])
        let model = try Given.model(stub)
        await model.load()
        await model.negativeFeedback.load()
        await model.showLess(like: "a")
        #expect(model.negativeFeedback.items.value?.map(\.id) == ["a", "x", "y"])
        await model.removeNegativeFeedback(for: "x")
        #expect(model.negativeFeedback.items.value?.map(\.id) == ["a", "y"])
        await waitUntil { model.people.items.value?.map(\.id) == ["x", "b"] && !model.people.items.isLoading }
        await model.removeNegativeFeedback(for: "a")
        #expect(model.lastMarked == nil)
        await waitUntil { model.people.items.value?.map(\.id) == ["a", "x", "b"] }
        await model.removeNegativeFeedback(for: "y")
        #expect(model.negativeFeedback.items.value?.map(\.id) == ["y"])
        #expect(model.failure?.canRetry == true)
        try await stub.finish()
    }
}
