import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

@Suite @MainActor struct PokesViewModelTests {
    private typealias Given = ConnectionsUnderTest

    private let incomingPath = "/api/pokes/incoming?limit=2"
    private let outgoingPath = "/api/pokes/outgoing?limit=2"

    @Test func `pokes come in the order of their arrival, a page at a time`() async throws {
        let (a, b, c) = (Given.incoming("a", sent: 3), Given.incoming("b", sent: 2), Given.incoming("c", sent: 1))
        let stub = StubTransport([
            .expect(.get, incomingPath, response: try Given.page([a, b], next: "n")),
            .expect(.get, "/api/pokes/incoming?cursor=n&limit=2", response: try Given.page([b, c])),
        ])
        let model = try Given.pokes(stub)
        await model.incoming.load()
        #expect(model.incoming.hasMore)
        await model.incoming.loadMore()
        #expect(model.incoming.items == .loaded([a, b, c]))
        #expect(!model.incoming.hasMore)
        try await stub.finish()
    }

    @Test func `a poke is sent with its note and waits among those sent`() async throws {
        let poke = Given.poke("p", from: "maya", to: "liam")
        let stub = StubTransport([
            .expect(.get, outgoingPath, response: try Given.page([Given.outgoing("old", to: "ana")])),
            .expect(.post, "/api/pokes", response: try .success(PokeOutcome.sent(poke))),
        ])
        let model = try Given.pokes(stub)
        await model.outgoing.load()
        await model.send(to: Given.person("liam"), note: .coffee)
        #expect(model.outgoing.items.value?.map(\.id) == ["p", "old"])
        #expect(model.newMatch == nil)
        #expect(model.sendingTo.isEmpty)
        let request = try #require(await stub.requests.last)
        #expect(String(decoding: request.body, as: UTF8.self) == #"{"note":"coffee","to_user_id":"liam"}"#)
        #expect(request.headers[.idempotencyKey] != nil)
    }

    @Test func `a poke that crosses a received poke makes a match and removes the received poke`() async throws {
        let match = try Given.match("m")
        let stub = StubTransport([
            .expect(
                .get, incomingPath, response: try Given.page([Given.incoming("a"), Given.incoming("b", from: "ana")])),
            .expect(.post, "/api/pokes", response: try .success(PokeOutcome.matched(match))),
        ])
        let model = try Given.pokes(stub)
        await model.incoming.load()
        await model.send(to: Given.person("liam"), note: .hello)
        #expect(model.newMatch == match)
        #expect(model.incoming.items.value?.map(\.id) == ["b"])
        #expect(model.outgoing.items == .idle)
    }

    @Test func `a reached limit is known with its end, until a request is refused for another reason`() async throws {
        let reached = PokeLimitReached(limit: .perDay, count: 10, resetsAt: Given.now.addingTimeInterval(60))
        let stub = StubTransport([
            .expect(.post, "/api/pokes", response: try .problem(429, reached.problem(at: Given.now))),
            .expect(.post, "/api/pokes", response: try Given.refusal(404, .notFound, "Gone.")),
        ])
        let model = try Given.pokes(stub)
        await model.send(to: Given.person("liam"), note: .hello)
        #expect(model.limitReached == reached)
        #expect(model.failure?.message == reached.problem(at: Given.now).message)
        await model.send(to: Given.person("liam"), note: .hello)
        #expect(model.limitReached == nil)
        #expect(model.failure?.message == "Gone.")
    }

    @Test func `an accepted poke is a match`() async throws {
        let match = try Given.match("m")
        let stub = StubTransport([
            .expect(.get, incomingPath, response: try Given.page([Given.incoming("a")])),
            .expect(.post, "/api/pokes/a/accept", response: try .success(Keyed(match))),
        ])
        let model = try Given.pokes(stub)
        await model.incoming.load()
        await model.accept(Given.incoming("a"))
        #expect(model.newMatch == match)
        #expect(model.incoming.items == .empty)
        #expect(model.inFlight.isEmpty)
    }

    @Test func `declined and ignored pokes leave the list, and a withdrawn poke remains as withdrawn`() async throws {
        let withdrawn = Given.poke("o", from: "maya", to: "liam", status: .withdrawn)
        let stub = StubTransport([
            .expect(.get, incomingPath, response: try Given.page([Given.incoming("a"), Given.incoming("b")])),
            .expect(.get, outgoingPath, response: try Given.page([Given.outgoing("o")])),
            .expect(
                .post, "/api/pokes/a/decline",
                response: try .success(Keyed(Given.poke("a", status: .declined)))),
            .expect(
                .post, "/api/pokes/b/ignore", response: try .success(Keyed(Given.poke("b", status: .ignored)))),
            .expect(.post, "/api/pokes/o/withdraw", response: try .success(Keyed(withdrawn))),
        ])
        let model = try Given.pokes(stub)
        await model.incoming.load()
        await model.outgoing.load()
        await model.decline(Given.incoming("a"))
        #expect(model.incoming.items.value?.map(\.id) == ["b"])
        await model.ignore(Given.incoming("b"))
        #expect(model.incoming.items == .empty)
        await model.withdraw(Given.outgoing("o"))
        #expect(model.outgoing.items.value?.map(\.poke) == [withdrawn])
        try await stub.finish()
    }

    @Test func `an action that the rules forbid is not sent`() async throws {
        let clock = VirtualClock()
        let stub = StubTransport([
            .expect(.get, incomingPath, response: try Given.page([Given.incoming("a"), Given.incoming("b", sent: 60)]))
        ])
        let model = try Given.pokes(stub, clock: clock)
        await model.incoming.load()
        clock.advance(by: .seconds(PokeLimits.standard.lifetime))
        await model.accept(Given.incoming("a"))
        #expect(model.failure == Failure(PokeRefusal.over(.expired)))
        #expect(model.incoming.items.value?.map(\.id) == ["b"])
        let taken = OutgoingPoke(poke: Given.poke("t", status: .accepted), person: Given.person("liam"))
        await model.withdraw(taken)
        #expect(model.failure == Failure(PokeRefusal.over(.accepted)))
        try await stub.finish()
    }

    @Test(arguments: [(409, ProblemCode.pokeOver), (404, .notFound)])
    func `a poke that has ended meanwhile leaves the list`(_ status: Int, _ code: ProblemCode) async throws {
        let stub = StubTransport([
            .expect(.get, incomingPath, response: try Given.page([Given.incoming("a")])),
            .expect(.post, "/api/pokes/a/accept", response: try Given.refusal(status, code, "It is over.")),
            .expect(.get, incomingPath, response: try Given.page([IncomingPoke]())),
        ])
        let model = try Given.pokes(stub)
        await model.incoming.load()
        await model.accept(Given.incoming("a"))
        #expect(model.failure?.message == "It is over.")
        #expect(model.incoming.items == .empty)
    }

    @Test func `a lost connection keeps the poke and says so`() async throws {
        let stub = StubTransport([
            .expect(.get, incomingPath, response: try Given.page([Given.incoming("a")])),
            .expect(.post, "/api/pokes/a/decline", error: .connectionLost),
        ])
        let model = try Given.pokes(stub)
        await model.incoming.load()
        await model.decline(Given.incoming("a"))
        #expect(model.incoming.items.value?.map(\.id) == ["a"])
        #expect(model.failure?.canRetry == true)
        #expect(model.inFlight.isEmpty)
    }

    @Test func `all pokes of a sender, or before a date, are cleared at once`() async throws {
        let before = Given.now.addingTimeInterval(30)
        let stub = StubTransport([
            .expect(
                .get, incomingPath,
                response: try Given.page([
                    Given.incoming("a", sent: 60), Given.incoming("b", from: "ana"), Given.incoming("c", from: "cem"),
                ])),
            .expect(.post, "/api/pokes/clear", response: try .success(ClearedPokes(cleared: 1))),
            .expect(.post, "/api/pokes/clear", response: try .success(ClearedPokes(cleared: 1))),
        ])
        let model = try Given.pokes(stub)
        await model.incoming.load()
        await model.clear(.from("ana"))
        #expect(model.incoming.items.value?.map(\.id) == ["a", "c"])
        await model.clear(.sentBefore(before))
        #expect(model.incoming.items.value?.map(\.id) == ["a"])
        let bodies = await stub.requests.suffix(2).map { String(decoding: $0.body, as: UTF8.self) }
        #expect(bodies == [#"{"from_user_id":"ana"}"#, #"{"before":"2027-01-15T08:00:30Z"}"#])
    }

    @Test func `pokes before a date do not include a poke of that date`() {
        let poke = Given.poke("a")
        #expect(!ClearPokesRequest.sentBefore(Given.now).includes(poke))
        #expect(ClearPokesRequest.sentBefore(Given.now.addingTimeInterval(1)).includes(poke))
    }

    @Test func `a second tap while the first is under way sends nothing`() async throws {
        let held = PausedResponse()
        let outcome: HTTPResponse = try .success(PokeOutcome.sent(Given.poke("p", from: "maya", to: "liam")))
        let stub = StubTransport([
            held.exchange(.post, "/api/pokes", response: outcome)
        ])
        let model = try Given.pokes(stub)
        let first = Task { _ = await model.send(to: Given.person("liam"), note: .hello) }
        await held.waitForRequest()
        #expect(model.sendingTo == ["liam"])
        await model.send(to: Given.person("liam"), note: .hello)
        held.release()
        await first.value
        #expect(await stub.requests.count == 1)
        #expect(model.failure == nil)
    }

    @Test(arguments: ["accept", "decline", "ignore", "withdraw"])
    func `a second tap on a reply sends nothing while the first is under way`(_ action: String) async throws {
        let held = PausedResponse()
        let response: HTTPResponse =
            action == "accept"
            ? try .success(Keyed(Given.match("m")))
            : try .success(Keyed(Given.poke("a", status: action == "withdraw" ? .withdrawn : .ignored)))
        let stub = StubTransport([held.exchange(.post, "/api/pokes/a/\(action)", response: response)])
        let model = try Given.pokes(stub)
        func tap() async -> ActionOutcome {
            switch action {
            case "accept": await model.accept(Given.incoming("a"))
            case "decline": await model.decline(Given.incoming("a"))
            case "ignore": await model.ignore(Given.incoming("a"))
            default: await model.withdraw(Given.outgoing("a"))
            }
        }
        let first = Task { await tap() }
        await held.waitForRequest()
        #expect(model.inFlight == ["a"])
        #expect(await tap() == .skipped)
        held.release()
        #expect(await first.value == .done)
        try await stub.finish()
    }

    @Test func `a poke answered during a refresh does not return with the page`() async throws {
        let held = PausedResponse()
        let page = try Given.page([Given.incoming("a"), Given.incoming("b")])
        let stub = StubTransport([
            .expect(.get, incomingPath, response: page),
            held.exchange(.get, incomingPath, response: page),
            .expect(
                .post, "/api/pokes/a/ignore", response: try .success(Keyed(Given.poke("a", status: .ignored)))),
        ])
        let model = try Given.pokes(stub)
        await model.incoming.load()
        let refresh = Task { await model.incoming.load() }
        await held.waitForRequest()
        await model.ignore(Given.incoming("a"))
        #expect(model.incoming.items == .loading(previous: [Given.incoming("b")]))
        held.release()
        await refresh.value
        #expect(model.incoming.items.value?.map(\.id) == ["b"])
    }

    @Test func `a failed or cancelled refresh keeps the list`() async throws {
        let stub = StubTransport([
            .expect(.get, incomingPath, response: try Given.page([Given.incoming("a")])),
            .expect(.get, incomingPath, error: .cannotConnect),
            .expect(.get, incomingPath, error: .cancelled),
        ])
        let model = try Given.pokes(stub)
        await model.incoming.load()
        await model.incoming.load()
        #expect(model.incoming.items.failure?.canRetry == true)
        #expect(model.incoming.items.value?.map(\.id) == ["a"])
        await model.incoming.load()
        #expect(model.incoming.items.value?.map(\.id) == ["a"])
        #expect(!model.incoming.items.isLoading)
    }

    @Test func `each action on a poke returns its own outcome and changes no other poke`() async throws {
        let held = PausedResponse()
        let stub = StubTransport([
            .expect(
                .get, incomingPath,
                response: try Given.page([Given.incoming("b", from: "ana"), Given.incoming("c", from: "ben")])),
            held.exchange(
                .post, "/api/pokes",
                response: try .success(PokeOutcome.sent(Given.poke("a", from: "maya", to: "liam")))),
            .expect(.post, "/api/pokes/b/decline", error: .connectionLost),
        ])
        let model = try Given.pokes(stub)
        await model.incoming.load()
        let poke = Task { await model.send(to: Given.person("liam"), note: .hello) }
        await held.waitForRequest()
        let declined = await model.decline(Given.incoming("b", from: "ana"))
        #expect(declined.failure?.kind == .noResponse && declined.failure?.canRetry == true)
        #expect(model.failure == declined.failure)
        #expect(model.incoming.items.value?.map(\.id) == ["c", "b"])
        #expect(model.inFlight.isEmpty && model.sendingTo == ["liam"])
        held.release()
        #expect(await poke.value == .done)
        #expect(model.isWaiting(for: "liam") && !model.isWaiting(for: "ana"))
        #expect(model.waitingPoke(from: "ana")?.id == "b")
        #expect(model.failure == declined.failure)
        try await stub.finish()
    }

    @Test func `an unreadable poke is skipped, and the remaining pokes are shown`() async throws {
        let good = String(decoding: try OrbitJSON.encoder.encode(Given.incoming("a")), as: UTF8.self)
        let body = #"{"success":true,"data":{"pokes":[{"poke":7},\#(good)]}}"#
        let stub = StubTransport([
            .expect(.get, incomingPath, response: HTTPResponse(status: 200, body: Data(body.utf8)))
        ])
        let model = try Given.pokes(stub)
        await model.incoming.load()
        #expect(model.incoming.items.value?.map(\.id) == ["a"])
        #expect(model.incoming.unreadableCount == 1)
    }
}
