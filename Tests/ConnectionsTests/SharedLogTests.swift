import Connections
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

@Suite @MainActor struct SharedLogTests {
    private typealias Given = ConnectionsUnderTest

    private let matchesPath = "/api/matches?limit=20"

    private func today(_ matches: [Match]) throws -> StubTransport.Exchange {
        let data = TodayData(
            date: try #require(CalendarDay("2027-01-15")), endsAt: Given.now, status: .matched, matches: matches,
            isPaused: false)
        return .expect(.get, "/api/matches/today", response: try .success(data))
    }

    private func list(_ matches: [Match]) throws -> StubTransport.Exchange {
        .expect(.get, matchesPath, response: try .success(Page(matches)))
    }

    private func models(_ stub: StubTransport) throws -> SharedConnections { try SharedConnections(stub) }

    @Test func `an accepted poke is found among the matches, with and without a loaded list`() async throws {
        let (old, new) = (try Given.match("old", with: "ana"), try Given.match("new", made: 1))
        for isLoaded in [true, false] {
            let accept: StubTransport.Exchange = .expect(
                .post, "/api/pokes/a/accept", response: try .success(Keyed(new)))
            let models = try models(StubTransport(isLoaded ? [try list([old]), accept] : [accept]))
            if isLoaded { await models.matches.matches.load() }
            await models.pokes.accept(Given.incoming("a"))
            #expect(models.matches.matches.items == (isLoaded ? .loaded([new, old]) : .idle))
            #expect(models.matches.match(with: "liam") == new)
        }
    }

    @Test func `a block during a poke discards the response of the poke`() async throws {
        let match = try Given.match("m")
        let blocked = MessageData(message: "You will not see each other any more.")
        for answer in [PokeOutcome.sent(Given.poke("a", from: "maya", to: "liam")), .matched(match)] {
            let held = PausedResponse()
            let models = try models(
                StubTransport([
                    held.exchange(.post, "/api/pokes", response: try .success(answer)),
                    .expect(.post, "/api/blocks/liam", response: try .success(blocked)),
                ]))
            let poke = Task { _ = await models.pokes.send(to: Given.person("liam"), note: .hello) }
            await held.waitForRequest()
            await models.blocks.block("liam")
            held.release()
            await poke.value
            #expect(!models.pokes.isWaiting(for: "liam"))
            #expect(models.pokes.newMatch == nil)
            #expect(models.matches.match(with: "liam") == nil)
        }
    }

    @Test func `a poke that has become a match no longer waits`() async throws {
        let match = try Given.match("m")
        let models = try models(
            StubTransport([
                .expect(
                    .post, "/api/pokes",
                    response: try .success(PokeOutcome.sent(Given.poke("a", from: "maya", to: "liam")))),
                try list([match]),
                .expect(
                    .post, "/api/matches/m/disconnect", response: try .success(Keyed(match))),
            ]))
        await models.pokes.send(to: Given.person("liam"), note: .hello)
        #expect(models.pokes.isWaiting(for: "liam"))
        await models.matches.matches.load()
        await models.matches.disconnect(match)
        #expect(!models.pokes.isWaiting(for: "liam"))
        #expect(models.pokes.limitReached(for: "liam") == nil)
    }

    @Test func `a match that is ended on either screen leaves the day, the list and the celebration`()
        async throws
    {
        let match = try Given.match("m")
        for fromToday in [true, false] {
            let models = try models(
                StubTransport([
                    try list([match]), try today([match]),
                    .expect(.post, "/api/matches/m/disconnect", response: try .success(Keyed(match))),
                ]))
            await models.matches.matches.load()
            await models.today.load()
            models.pokes.newMatch = match
            if fromToday { await models.today.disconnect(match) } else { await models.matches.disconnect(match) }
            #expect(models.today.match.value == .disconnected)
            #expect(models.matches.matches.items == .empty)
            #expect(models.matches.match(with: "liam") == nil)
            #expect(models.pokes.newMatch == nil)
        }
    }

    @Test func `a match that the server no longer knows leaves the list`() async throws {
        let match = try Given.match("m")
        let models = try models(
            StubTransport([
                try list([match]),
                .expect(.post, "/api/matches/m/disconnect", response: try Given.refusal(404, .notFound, "Gone.")),
                try list([]),
            ]))
        await models.matches.matches.load()
        await models.matches.disconnect(match)
        #expect(models.matches.matches.items == .empty)
        #expect(models.matches.failure?.message == "Gone.")
    }

    /// Creates models whose lists contain Liam and Ana.
    private func acquainted(_ block: StubTransport.Exchange) async throws -> SharedConnections {
        let (liam, ana) = (try Given.match("m"), try Given.match("n", with: "ana"))
        let models = try models(
            StubTransport([
                try list([liam, ana]), try today([liam, ana]),
                .expect(
                    .get, "/api/pokes/incoming?limit=20",
                    response: try Given.page([Given.incoming("a"), Given.incoming("b", from: "ana")])),
                .expect(.get, "/api/pokes/outgoing?limit=20", response: try Given.page([Given.outgoing("o")])), block,
            ]))
        await models.matches.matches.load()
        await models.today.load()
        await models.pokes.incoming.load()
        await models.pokes.outgoing.load()
        models.pokes.newMatch = liam
        return models
    }

    private func shown(_ models: SharedConnections) -> [UserID] {
        (models.matches.matches.items.value ?? []).map(\.partnerID)
            + (models.today.match.value?.matches ?? []).map(\.partnerID)
            + (models.pokes.incoming.items.value ?? []).map(\.person.id)
            + (models.pokes.outgoing.items.value ?? []).map(\.person.id)
    }

    @Test func `a blocked person disappears before the server's response, and stays away`() async throws {
        let held = PausedResponse()
        let models = try await acquainted(
            held.exchange(.post, "/api/blocks/liam", response: try .success(MessageData(message: "Done."))))
        #expect(shown(models).count { $0 == "liam" } == 4)
        let blocking = Task { await models.blocks.block("liam") }
        await held.waitForRequest()
        #expect(shown(models) == ["ana", "ana", "ana"])
        #expect(models.pokes.outgoing.items == .empty)
        #expect(models.pokes.newMatch == nil)
        held.release()
        #expect(await blocking.value == .done)
        #expect(shown(models) == ["ana", "ana", "ana"])
        #expect(models.pokes.newMatch == nil)
        #expect(models.pokes.waitingPoke(from: "liam") == nil && !models.pokes.isWaiting(for: "liam"))
    }

    @Test func `a block that the server refuses changes nothing`() async throws {
        let models = try await acquainted(
            .expect(.post, "/api/blocks/liam", response: try Given.refusal(503, .unavailable, "Busy.")))
        let before = shown(models)
        #expect(await models.blocks.block("liam").failure?.kind == .unavailable)
        #expect(shown(models) == before)
        #expect(models.matches.match(with: "liam")?.id == "m" && models.pokes.newMatch?.id == "m")
    }

    @Test func `a blocked person is first in the list of blocks, if the list is loaded`() async throws {
        let done: HTTPResponse = try .success(MessageData(message: "Done."))
        let ana = BlockedPerson(userID: "ana", name: "Ana", blockedAt: Given.now)
        let liam = BlockedPerson(userID: "liam", name: "Liam", blockedAt: VirtualClock().date)
        let models = try models(
            StubTransport([
                .expect(.post, "/api/blocks/ana", response: done),
                .expect(.get, "/api/blocks?limit=20", response: try .success(Page([ana]))),
                .expect(.post, "/api/blocks/liam", response: done),
                .expect(.post, "/api/blocks/noor", response: try Given.refusal(503, .unavailable, "Busy.")),
            ]))
        await models.blocks.block("ana", name: "Ana")
        #expect(models.blocks.blocked.items == .idle)
        await models.blocks.blocked.load()
        await models.blocks.block("liam", name: "Liam")
        #expect(await models.blocks.block("noor").failure?.kind == .unavailable)
        #expect(models.blocks.blocked.items == .loaded([liam, ana]))
    }

    @Test func `blocks are listed and lifted`() async throws {
        let people = ["liam", "ana"].map { BlockedPerson(userID: $0, name: "\($0)", blockedAt: Given.now) }
        let models = try models(
            StubTransport([
                .expect(
                    .get, "/api/blocks?limit=20", response: try .success(Page(people))),
                .expect(.delete, "/api/blocks/ana", response: try .success(MessageData(message: "Done."))),
                .expect(.delete, "/api/blocks/liam", error: .connectionLost),
            ]))
        await models.blocks.blocked.load()
        await models.blocks.unblock("ana")
        #expect(models.blocks.blocked.items == .loaded([people[0]]))
        await models.blocks.unblock("liam")
        #expect(models.blocks.blocked.items == .loaded([people[0]]))
        #expect(models.blocks.failure?.canRetry == true)
        #expect(models.blocks.inFlight.isEmpty)
    }

    @Test func `without a log, lifting a block reloads the sent pokes`() async throws {
        func sent(_ pokes: [OutgoingPoke]) throws -> StubTransport.Exchange {
            .expect(.get, "/api/pokes/outgoing?limit=20", response: try Given.page(pokes))
        }
        let done: HTTPResponse = try .success(MessageData(message: "Done."))
        let models = try models(
            StubTransport([
                try sent([Given.outgoing("a", to: "ana")]), .expect(.post, "/api/blocks/ana", response: done),
                .expect(.delete, "/api/blocks/ana", response: done), try sent([Given.outgoing("a", to: "ana")]),
            ]))
        await models.pokes.outgoing.load()
        await models.blocks.block("ana")
        #expect(models.pokes.outgoing.items == .empty)
        await models.blocks.unblock("ana")
        await waitUntil { models.pokes.outgoing.items == .loaded([Given.outgoing("a", to: "ana")]) }
    }
}
