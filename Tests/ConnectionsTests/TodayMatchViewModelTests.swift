import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

@Suite @MainActor struct TodayMatchViewModelTests {
    private typealias Given = ConnectionsUnderTest

    private let path = "/api/matches/today"

    private func data(
        _ status: TodayStatus, _ matches: [Match] = [], reason: TodayWaitReason? = nil, isPaused: Bool = false
    ) throws -> HTTPResponse {
        try .success(
            TodayData(
                date: try #require(CalendarDay("2027-01-15")), endsAt: Given.now.addingTimeInterval(3_600),
                status: status, matches: matches, reason: reason, isPaused: isPaused))
    }

    private func model(
        _ stub: StubTransport, clock: VirtualClock = VirtualClock(), log: EventLog? = nil
    ) throws -> TodayMatchViewModel {
        TodayMatchViewModel(
            service: try Given.matchService(stub, clock: clock),
            log: log ?? EventLog(time: clock, random: .seeded(2)))
    }

    @Test func `a day has a match, a pair of partners, a wait or an ended match`() async throws {
        let (one, other) = (try Given.match("m"), try Given.match("n", with: "ana"))
        let answers: [(HTTPResponse, TodayMatch)] = [
            (try data(.matched, [one]), .matched(one, third: nil)),
            (try data(.matched, [one, other]), .matched(one, third: other)),
            (try data(.waiting, reason: .paused, isPaused: true), .waiting(.paused)),
            (try data(.waiting, reason: .tomorrow), .waiting(.tomorrow)),
            (try data(.disconnected), .disconnected),
            (try data(TodayStatus(rawValue: "on_holiday")), .waiting(nil)),
            (try data(.matched), .waiting(nil)),
        ]
        let model = try model(StubTransport(answers.map { .expect(.get, path, response: $0.0) }))
        #expect(model.match == .idle)
        for (_, expected) in answers {
            await model.load()
            #expect(model.match == .loaded(expected))
        }
        #expect(model.day == CalendarDay("2027-01-15"))
        #expect(model.isPaused == false)
    }

    @Test func `leaving the only partner ends the day's match, leaving one of two does not`() async throws {
        let (one, other) = (try Given.match("m"), try Given.match("n", with: "ana"))
        let stub = StubTransport([
            .expect(.get, path, response: try data(.matched, [one, other])),
            .expect(.post, "/api/matches/m/disconnect", response: try .success(Keyed(one))),
            .expect(.post, "/api/matches/n/disconnect", response: try .success(Keyed(other))),
        ])
        let model = try model(stub)
        await model.load()
        await model.disconnect(one)
        #expect(model.match == .loaded(.matched(other, third: nil)))
        await model.disconnect(other)
        #expect(model.match == .loaded(.disconnected))
        try await stub.finish()
    }

    @Test func `pausing keeps today's match`() async throws {
        let match = try Given.match("m")
        let stub = StubTransport([
            .expect(.get, path, response: try data(.matched, [match])),
            .expect(.put, "/api/matches/pause", response: try data(.matched, [match], isPaused: true)),
            .expect(.delete, "/api/matches/pause", response: try data(.matched, [match])),
        ])
        let model = try model(stub)
        #expect(model.isPaused == nil)
        await model.load()
        await model.pause()
        #expect(model.isPaused == true)
        #expect(model.match == .loaded(.matched(match, third: nil)))
        await model.resume()
        #expect(model.isPaused == false)
    }

    @Test func `an action that fails says so and changes nothing`() async throws {
        let match = try Given.match("m")
        let stub = StubTransport([
            .expect(.get, path, response: try data(.matched, [match])),
            .expect(.post, "/api/matches/m/disconnect", error: .connectionLost),
            .expect(.put, "/api/matches/pause", error: .cancelled),
        ])
        let model = try model(stub)
        await model.load()
        await model.disconnect(match)
        #expect(model.failure?.canRetry == true)
        #expect(model.match == .loaded(.matched(match, third: nil)))
        await model.pause()
        #expect(model.failure == nil)
    }

    @Test func `a match that the server no longer knows is removed with a failure`() async throws {
        let match = try Given.match("m")
        let gone = Problem(code: .notFound, message: "We cannot find this. It may have been deleted.")
        let model = try model(
            StubTransport([
                .expect(.get, path, response: try data(.matched, [match])),
                .expect(.post, "/api/matches/m/disconnect", response: try .problem(404, gone)),
                .expect(.get, path, response: try data(.disconnected)),
            ]))
        await model.load()
        await model.disconnect(match)
        #expect(model.match == .loaded(.disconnected))
        #expect(model.failure?.message == gone.message)
    }

    @Test func `a failed load keeps the previous value`() async throws {
        let stub = StubTransport([
            .expect(.get, path, response: try data(.disconnected)),
            .expect(.get, path, response: HTTPResponse(status: 502)),
        ])
        let model = try model(stub)
        await model.load()
        await model.load()
        #expect(model.match.value == .disconnected)
        #expect(model.match.failure != nil)
    }

    @Test func `the day is outdated at the end that the server has sent`() async throws {
        let clock = VirtualClock()
        let model = try model(StubTransport([.expect(.get, path, response: try data(.disconnected))]), clock: clock)
        #expect(!model.isOutdated)
        await model.load()
        clock.advance(by: .seconds(3_599))
        #expect(!model.isOutdated)
        clock.advance(by: .seconds(1))
        #expect(model.isOutdated)
    }

    @Test func `the match becomes outdated at the end of the day while the clock runs`() async throws {
        let time = VirtualClock()
        let log = EventLog(time: time, random: .seeded(2))
        let stub = StubTransport([.expect(.get, path, response: try data(.disconnected))])
        let model = try model(stub, clock: time, log: log)
        await model.load()
        let running = Task { await log.clock.run() }
        for await isOutdated in changes(of: { model.isOutdated }) {
            if isOutdated { break }
            time.advance(by: .seconds(3_600))
        }
        running.cancel()
        await running.value
    }

    @Test func `a slow answer does not undo a pause`() async throws {
        let held = PausedResponse()
        let old = try data(.waiting, reason: .tomorrow)
        let stub = StubTransport([
            held.exchange(.get, path, response: old),
            .expect(.put, "/api/matches/pause", response: try data(.waiting, reason: .paused, isPaused: true)),
        ])
        let model = try model(stub)
        let slow = Task { await model.load() }
        await held.waitForRequest()
        await model.pause()
        held.release()
        await slow.value
        #expect(model.match == .loaded(.waiting(.paused)))
        #expect(model.isPaused == true)
    }

    @Test func `a match that was left during a request for the day does not return with the response`()
        async throws
    {
        let held = PausedResponse()
        let match = try Given.match("m")
        let stub = StubTransport([
            held.exchange(.get, path, response: try data(.matched, [match])),
            .expect(.post, "/api/matches/m/disconnect", response: try .success(Keyed(match))),
        ])
        let model = try model(stub)
        let load = Task { await model.load() }
        await held.waitForRequest()
        await model.disconnect(match)
        held.release()
        await load.value
        #expect(model.match == .loaded(.disconnected))
    }

    @Test func `a match that ended during a pause request does not return with the response`() async throws {
        let held = PausedResponse()
        let match = try Given.match("m")
        let matches = Page([match])
        let stub = StubTransport([
            .expect(.get, path, response: try data(.matched, [match])),
            .expect(.get, "/api/matches?limit=20", response: try .success(matches)),
            held.exchange(.put, "/api/matches/pause", response: try data(.matched, [match], isPaused: true)),
            .expect(.post, "/api/matches/m/disconnect", response: try .success(Keyed(match))),
        ])
        let models = try SharedConnections(stub)
        await models.today.load()
        await models.matches.matches.load()
        let pause = Task { await models.today.pause() }
        await held.waitForRequest()
        await models.matches.disconnect(match)
        held.release()
        _ = await pause.value
        #expect(models.today.match == .loaded(.disconnected))
        #expect(models.today.isPaused == true)
        #expect(models.matches.matches.items == .empty)
    }

    @Test func `a second change is skipped while a change is in flight`() async throws {
        let held = PausedResponse()
        let stub = StubTransport([
            .expect(.get, path, response: try data(.waiting, reason: .tomorrow)),
            held.exchange(
                .put, "/api/matches/pause", response: try data(.waiting, reason: .paused, isPaused: true)),
        ])
        let model = try model(stub)
        await model.load()
        let pause = Task { await model.pause() }
        await held.waitForRequest()
        #expect(model.isBusy)
        #expect(await model.resume() == .skipped)
        held.release()
        _ = await pause.value
        #expect(model.isPaused == true)
        #expect(!model.isBusy)
        try await stub.finish()
    }

    @Test func `a cancelled load during another load does not leave the state as loading`() async throws {
        let held = PausedResponse()
        let stub = StubTransport([
            held.exchange(.get, path, response: try data(.disconnected)), .expect(.get, path, error: .cancelled),
        ])
        let model = try model(stub)
        let load = Task { await model.load() }
        await held.waitForRequest()
        await model.load()
        #expect(model.match == .idle)
        held.release()
        await load.value
    }
}
