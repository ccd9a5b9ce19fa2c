import Connections
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing

@Suite @MainActor struct PagedListTests {
    private typealias Given = ConnectionsUnderTest

    private let incomingPath = "/api/pokes/incoming?limit=2"
    private let outgoingPath = "/api/pokes/outgoing?limit=2"

    @Test func `what was sent or taken back while a page is on its way is not lost with it`() async throws {
        let held = HeldAnswer()
        let old = try Given.page([Given.outgoing("o"), Given.outgoing("w", to: "ana")])
        let withdrawn = Given.poke("w", from: "maya", to: "ana", status: .withdrawn)
        let stub = StubTransport([
            .expect(.get, outgoingPath, answer: old), held.exchange(.get, outgoingPath, answer: old),
            .expect(
                .post, "/api/pokes",
                answer: try .success(PokeOutcome.sent(Given.poke("new", from: "maya", to: "cem")))),
            .expect(.post, "/api/pokes/w/withdraw", answer: try .success(PokeData(poke: withdrawn))),
        ])
        let model = try Given.pokes(stub)
        await model.outgoing.load()
        let refresh = Task { await model.outgoing.load() }
        await held.isAwaited()
        await model.send(to: Given.person("cem"), note: .hello)
        await model.withdraw(Given.outgoing("w", to: "ana"))
        held.release()
        await refresh.value
        #expect(model.outgoing.items.value?.map(\.id) == ["new", "o", "w"])
        #expect(model.outgoing.items.value?.last?.poke.status == .withdrawn)
    }

    @Test func `what was cleared before the first page came is not in it`() async throws {
        let held = HeldAnswer()
        let stub = StubTransport([
            held.exchange(
                .get, incomingPath, answer: try Given.page([Given.incoming("a"), Given.incoming("b", from: "ana")])),
            .expect(.post, "/api/pokes/clear", answer: try .success(ClearedPokes(cleared: 1))),
        ])
        let model = try Given.pokes(stub)
        let load = Task { await model.incoming.load() }
        await held.isAwaited()
        await model.clear(.from("ana"))
        held.release()
        await load.value
        #expect(model.incoming.items == .loaded([Given.incoming("a")]))
    }

    @Test func `a cancelled refresh over a load still under way does not load for ever`() async throws {
        let held = HeldAnswer()
        let stub = StubTransport([
            held.exchange(.get, incomingPath, answer: try Given.page([Given.incoming("a")])),
            .expect(.get, incomingPath, error: .cancelled),
        ])
        let model = try Given.pokes(stub)
        let load = Task { await model.incoming.load() }
        await held.isAwaited()
        await model.incoming.load()
        #expect(!model.incoming.items.isLoading)
        held.release()
        await load.value
        #expect(model.incoming.items == .idle)
    }

    @Test func `a poke sent from an empty list is in it, even if a refresh is cancelled`() async throws {
        let stub = StubTransport([
            .expect(.get, outgoingPath, answer: try Given.page([OutgoingPoke]())),
            .expect(
                .post, "/api/pokes", answer: try .success(PokeOutcome.sent(Given.poke("p", from: "maya", to: "liam")))),
            .expect(.get, outgoingPath, error: .cancelled),
        ])
        let model = try Given.pokes(stub)
        await model.outgoing.load()
        #expect(model.outgoing.items == .empty)
        await model.send(to: Given.person("liam"), note: .hello)
        await model.outgoing.load()
        #expect(model.outgoing.items.value?.map(\.id) == ["p"])
    }
}
