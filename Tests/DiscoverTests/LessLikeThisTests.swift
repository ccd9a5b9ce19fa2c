import Discover
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

/// "Less like this", its undo, and the list of those who were hidden by it.
@Suite @MainActor struct LessLikeThisTests {
    private typealias Given = DiscoverUnderTest

    @Test func `less like this takes someone away at once, and undo brings them back in place`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/discover/users?limit=2", answer: try Given.page(["a", "b"])),
            .expect(.put, "/api/discover/less-like/a", answer: Given.done),
            .expect(.delete, "/api/discover/less-like/a", answer: Given.done),
        ])
        let model = try Given.model(stub)
        await model.load()
        await model.showLess(like: "a")
        #expect(model.people.value?.map(\.id) == ["b"])
        #expect(model.hidden?.id == "a")
        await model.undoShowLess()
        #expect(model.people.value?.map(\.id) == ["a", "b"])
        #expect(model.hidden == nil)
        #expect(model.failure == nil)
        try await stub.finish()
    }

    @Test func `less like this that the server did not hear is undone and told`() async throws {
        let model = try Given.model(
            StubTransport([
                .expect(.get, "/api/discover/users?limit=2", answer: try Given.page(["a", "b"])),
                .expect(.put, "/api/discover/less-like/b", error: .cannotConnect),
            ]))
        await model.load()
        await model.showLess(like: "b")
        #expect(model.people.value?.map(\.id) == ["a", "b"])
        #expect(model.hidden == nil)
        #expect(model.failure?.canRetry == true)
        await model.showLess(like: "nobody")
        #expect(model.hidden == nil)
    }

    @Test func `an undo is seen at once, and told when the server has heard what it undoes`() async throws {
        let held = HeldAnswer()
        let told = Locked<[HTTPMethod]>([])
        let stub = StubTransport([
            .expect(.get, "/api/discover/users?limit=2", answer: try Given.page(["a", "b"])),
            held.exchange(.put, "/api/discover/less-like/a", answer: Given.done) { told.withLock { $0.append(.put) } },
            .expect(.delete, "/api/discover/less-like/a") { _ throws(TransportError) in
                told.withLock { $0.append(.delete) }
                return Given.done
            },
        ])
        let model = try Given.model(stub)
        await model.load()
        let hiding = Task { await model.showLess(like: "a") }
        await held.isAwaited()
        #expect(model.people.value?.map(\.id) == ["b"])
        let undo = Task { await model.undoShowLess() }
        await until { model.hidden == nil }
        #expect(model.people.value?.map(\.id) == ["a", "b"])
        held.release()
        await hiding.value
        await undo.value
        #expect(told.withLock { $0 } == [.put, .delete])
        #expect(model.people.value?.map(\.id) == ["a", "b"])
        try await stub.finish()
    }

    @Test func `an undo that the server did not hear can be tried again`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/discover/users?limit=2", answer: try Given.page(["a", "b"])),
            .expect(.put, "/api/discover/less-like/b", answer: Given.done),
            .expect(.delete, "/api/discover/less-like/b", error: .cannotConnect),
            .expect(.delete, "/api/discover/less-like/b", answer: Given.done),
        ])
        let model = try Given.model(stub)
        await model.load()
        await model.showLess(like: "b")
        await model.undoShowLess()
        #expect(model.people.value?.map(\.id) == ["a"])
        #expect(model.hidden?.id == "b")
        #expect(model.failure?.canRetry == true)
        await model.undoShowLess()
        #expect(model.people.value?.map(\.id) == ["a", "b"])
        #expect(model.hidden == nil && model.failure == nil)
        try await stub.finish()
    }

    @Test func `whoever was taken back elsewhere returns with a refresh`() async throws {
        let both = try Given.page(["a", "b"])
        let model = try Given.model(
            StubTransport([
                .expect(.get, "/api/discover/users?limit=2", answer: both),
                .expect(.put, "/api/discover/less-like/a", answer: Given.done),
                .expect(.get, "/api/discover/users?limit=2", answer: both),
            ]))
        await model.load()
        await model.showLess(like: "a")
        await model.load()
        #expect(model.people.value?.map(\.id) == ["a", "b"])
    }

    @Test func `a page asked for before the server has heard does not bring anybody back`() async throws {
        let (putting, loading) = (HeldAnswer(), HeldAnswer())
        let both = try Given.page(["a", "b"])
        let model = try Given.model(
            StubTransport([
                .expect(.get, "/api/discover/users?limit=2", answer: both),
                putting.exchange(.put, "/api/discover/less-like/a", answer: Given.done),
                loading.exchange(.get, "/api/discover/users?limit=2", answer: both),
            ]))
        await model.load()
        let hiding = Task { await model.showLess(like: "a") }
        await putting.isAwaited()
        let load = Task { await model.load() }
        await loading.isAwaited()
        putting.release()
        await hiding.value
        loading.release()
        await load.value
        #expect(model.people.value?.map(\.id) == ["b"])
    }

    @Test func `the undo of somebody who is no longer suggested at all is not offered`() async throws {
        let model = try Given.model(
            StubTransport([
                .expect(.get, "/api/discover/users?limit=2", answer: try Given.page(["a", "b"])),
                .expect(.put, "/api/discover/less-like/a", answer: Given.done),
            ]))
        await model.load()
        await model.showLess(like: "a")
        model.remove("a")
        #expect(model.hidden == nil)
    }

    @Test func `whoever is wanted less again before the undo was heard stays away`() async throws {
        let held = HeldAnswer()
        let stub = StubTransport([
            .expect(.get, "/api/discover/users?limit=2", answer: try Given.page(["a", "b"])),
            .expect(.put, "/api/discover/less-like/a", answer: Given.done),
            held.exchange(.delete, "/api/discover/less-like/a", answer: Given.done),
            .expect(.put, "/api/discover/less-like/a", answer: Given.done),
        ])
        let model = try Given.model(stub)
        await model.load()
        await model.showLess(like: "a")
        let undo = Task { await model.undoShowLess() }
        await held.isAwaited()
        let hiding = Task { await model.showLess(like: "a") }
        await until { model.hidden != nil }
        #expect(model.people.value?.map(\.id) == ["b"])
        held.release()
        await undo.value
        await hiding.value
        #expect(model.people.value?.map(\.id) == ["b"])
        #expect(model.hidden?.id == "a")
        try await stub.finish()
    }

    @Test func `an undo goes on when whoever asked for it is gone`() async throws {
        let held = HeldAnswer()
        let stub = StubTransport([
            .expect(.get, "/api/discover/users?limit=2", answer: try Given.page(["a", "b"])),
            held.exchange(.put, "/api/discover/less-like/a", answer: Given.done),
            .expect(.delete, "/api/discover/less-like/a", answer: Given.done),
        ])
        let model = try Given.model(stub)
        await model.load()
        let hiding = Task { await model.showLess(like: "a") }
        await held.isAwaited()
        let undo = Task { await model.undoShowLess() }
        await until { model.hidden == nil }
        hiding.cancel()
        undo.cancel()
        held.release()
        await undo.value
        #expect(model.people.value?.map(\.id) == ["a", "b"])
        #expect(model.failure == nil)
        try await stub.finish()
    }

    @Test func `all of whom one wants to see less are listed, and anyone can be taken back`() async throws {
        let listed: HTTPResponse = try .success(
            LessLikedPeople(people: LossyList(["x", "y"].map { Given.suggestion($0).person })))
        let stub = StubTransport([
            .expect(.get, "/api/discover/users?limit=2", answer: try Given.page(["a", "b"])),
            .expect(.get, "/api/discover/less-like", answer: listed),
            .expect(.put, "/api/discover/less-like/a", answer: Given.done),
            .expect(.delete, "/api/discover/less-like/x", answer: Given.done),
            .expect(.get, "/api/discover/users?limit=2", answer: try Given.page(["x", "b"])),
            .expect(.delete, "/api/discover/less-like/a", answer: Given.done),
            .expect(.delete, "/api/discover/less-like/y", error: .cannotConnect),
        ])
        let model = try Given.model(stub)
        await model.load()
        await model.lessLiked.load()
        await model.showLess(like: "a")
        #expect(model.lessLiked.items.value?.map(\.id) == ["a", "x", "y"])
        await model.takeBack("x")
        #expect(model.lessLiked.items.value?.map(\.id) == ["a", "y"])
        #expect(model.people.value?.map(\.id) == ["x", "b"])
        await model.takeBack("a")
        #expect(model.hidden == nil)
        #expect(model.people.value?.map(\.id) == ["a", "x", "b"])
        await model.takeBack("y")
        #expect(model.lessLiked.items.value?.map(\.id) == ["y"])
        #expect(model.failure?.canRetry == true)
        try await stub.finish()
    }
}
