import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing

/// The state of pokes with another person, as known without a request.
@Suite @MainActor struct PokeStandingTests {
    private typealias Given = ConnectionsUnderTest

    private let outgoingPath = "/api/pokes/outgoing?limit=2"

    private func limit(_ limit: PokeLimit, _ seconds: TimeInterval) throws -> StubTransport.Exchange {
        let reached = PokeLimitReached(limit: limit, count: 1, resetsAt: Given.now.addingTimeInterval(seconds))
        return .expect(.post, "/api/pokes", response: try .problem(429, reached.problem(at: Given.now)))
    }

    @Test func `a limit per person applies to that person, a daily limit to all, and both expire`() async throws {
        let clock = VirtualClock()
        let model = try Given.pokes(StubTransport([try limit(.coolDown, 600), try limit(.perDay, 60)]), clock: clock)
        await model.send(to: Given.person("liam"), note: .hello)
        #expect(model.limitReached(for: "liam")?.limit == .coolDown)
        #expect(model.limitReached(for: "ana") == nil)
        await model.send(to: Given.person("cem"), note: .hello)
        #expect(model.limitReached(for: "ana")?.limit == .perDay)
        #expect(model.limitReached(for: "liam")?.limit == .coolDown)
        clock.advance(by: .seconds(60))
        #expect(model.limitReached(for: "ana") == nil)
        #expect(model.limitReached(for: "liam")?.limit == .coolDown)
        clock.advance(by: .seconds(540))
        #expect(model.limitReached(for: "liam") == nil)
    }

    @Test func `a sent poke ends the limits that were known`() async throws {
        let sent = PokeOutcome.sent(Given.poke("p", from: "maya", to: "liam"))
        let stub = StubTransport([
            try limit(.perDay, 600), .expect(.post, "/api/pokes", response: try .success(sent)),
        ])
        let model = try Given.pokes(stub)
        await model.send(to: Given.person("ana"), note: .hello)
        #expect(model.limitReached(for: "cem")?.limit == .perDay)
        await model.send(to: Given.person("liam"), note: .hello)
        #expect(model.limitReached(for: "cem") == nil)
    }

    @Test func `a withdrawn poke frees a place where too many pokes were waiting`() async throws {
        let taken = Given.poke("o", from: "maya", to: "liam", status: .withdrawn)
        let stub = StubTransport([
            try limit(.openAtOnce, 600),
            .expect(.post, "/api/pokes/o/withdraw", response: try .success(Keyed(taken))),
        ])
        let model = try Given.pokes(stub)
        await model.send(to: Given.person("ana"), note: .hello)
        #expect(model.limitReached(for: "cem")?.limit == .openAtOnce)
        await model.withdraw(Given.outgoing("o"))
        #expect(model.limitReached(for: "cem") == nil)
    }

    @Test func `a sent or already existing poke waits until it expires, even without a loaded list`() async throws {
        let clock = VirtualClock()
        let stub = StubTransport([
            .expect(
                .post, "/api/pokes", response: try .success(PokeOutcome.sent(Given.poke("p", from: "maya", to: "liam")))
            ),
            .expect(.post, "/api/pokes", response: try Given.refusal(409, .alreadyPoked, "You have.")),
            .expect(.get, outgoingPath, error: .cannotConnect),
        ])
        let model = try Given.pokes(stub, clock: clock)
        await model.send(to: Given.person("liam"), note: .hello)
        #expect(model.outgoing.items == .idle)
        await model.send(to: Given.person("ana"), note: .hello)
        #expect(model.isWaiting(for: "liam") && model.isWaiting(for: "ana") && !model.isWaiting(for: "cem"))
        clock.advance(by: .seconds(PokeLimits.standard.lifetime))
        #expect(!model.isWaiting(for: "liam") && !model.isWaiting(for: "ana"))
    }

    @Test func `a poke that was sent from elsewhere is loaded, so that it can be withdrawn here`() async throws {
        let stub = StubTransport([
            .expect(.post, "/api/pokes", response: try Given.refusal(409, .alreadyPoked, "You have.")),
            .expect(.get, outgoingPath, response: try Given.page([Given.outgoing("o")])),
        ])
        let model = try Given.pokes(stub)
        await model.send(to: Given.person("liam"), note: .hello)
        #expect(model.outgoing.items == .loaded([Given.outgoing("o")]))
        #expect(model.isWaiting(for: "liam"))
        #expect(model.failure?.message == "You have.")
    }

    @Test func `the sender waits thirty days after a poke expired or was withdrawn`()
        async throws
    {
        let clock = VirtualClock()
        let taken = Given.poke("o", from: "maya", to: "liam", status: .withdrawn)
        let stub = StubTransport([
            .expect(
                .get, outgoingPath, response: try Given.page([Given.outgoing("o"), Given.outgoing("p", to: "ana")])),
            .expect(.post, "/api/pokes/o/withdraw", response: try .success(Keyed(taken))),
        ])
        let model = try Given.pokes(stub, clock: clock)
        await model.outgoing.load()
        await model.withdraw(Given.outgoing("o"))
        let (lifetime, coolDown) = (PokeLimits.standard.lifetime, PokeLimits.standard.coolDown)
        #expect(model.limitReached(for: "liam")?.resetsAt == Given.now.addingTimeInterval(coolDown))
        #expect(model.limitReached(for: "ana") == nil)
        clock.advance(by: .seconds(lifetime))
        #expect(model.limitReached(for: "ana")?.limit == .coolDown)
        #expect(model.limitReached(for: "ana")?.resetsAt == Given.now.addingTimeInterval(lifetime + coolDown))
        clock.advance(by: .seconds(coolDown - 1))
        #expect(model.limitReached(for: "liam") == nil)
        #expect(model.limitReached(for: "ana") != nil)
        clock.advance(by: .seconds(1))
        #expect(model.limitReached(for: "ana") == nil)
    }

    @Test func `a received poke waits until its expiry`() async throws {
        let clock = VirtualClock()
        let stub = StubTransport([
            .expect(.get, "/api/pokes/incoming?limit=2", response: try Given.page([Given.incoming("a")]))
        ])
        let model = try Given.pokes(stub, clock: clock)
        #expect(model.waitingPoke(from: "liam") == nil)
        await model.incoming.load()
        #expect(model.waitingPoke(from: "liam")?.id == "a")
        #expect(model.waitingPoke(from: "ana") == nil)
        clock.advance(by: .seconds(PokeLimits.standard.lifetime))
        #expect(model.waitingPoke(from: "liam") == nil)
    }

    @Test func `a refused withdrawal of a poke that has already ended reloads the sent pokes`() async throws {
        let accepted = OutgoingPoke(
            poke: Given.poke("o", from: "maya", to: "liam", status: .accepted), person: Given.person("liam"))
        let stub = StubTransport([
            .expect(.get, outgoingPath, response: try Given.page([Given.outgoing("o")])),
            .expect(.post, "/api/pokes/o/withdraw", response: try Given.refusal(409, .pokeOver, "It was accepted.")),
            .expect(.get, outgoingPath, response: try Given.page([accepted])),
        ])
        let model = try Given.pokes(stub)
        await model.outgoing.load()
        await model.withdraw(Given.outgoing("o"))
        #expect(model.outgoing.items == .loaded([accepted]))
        #expect(model.failure?.message == "It was accepted.")
    }
}
