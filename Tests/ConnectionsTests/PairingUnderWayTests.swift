import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

/// The requests for the match of the day while the campus is being paired.
@Suite @MainActor struct PairingUnderWayTests {
    private typealias Given = ConnectionsUnderTest

    private let path = "/api/matches/today"

    private func data(_ matches: [Match]) throws -> HTTPResponse {
        try .success(
            TodayData(
                date: try #require(CalendarDay("2027-01-15")), endsAt: Given.now.addingTimeInterval(3_600),
                status: matches.isEmpty ? .waiting : .matched, matches: matches,
                reason: matches.isEmpty ? .underWay : nil, isPaused: false))
    }

    private func underWay() throws -> StubTransport.Exchange { .expect(.get, path, response: try data([])) }

    /// Returns a model whose delays are the only sleeps on a clock. The client has a clock of its own.
    private func model(_ stub: StubTransport, clock: VirtualClock) throws -> TodayMatchViewModel {
        TodayMatchViewModel(
            service: try Given.matchService(stub), log: EventLog(time: clock, random: .seeded(2)))
    }

    @Test func `the request is repeated after growing delays until there is a match`() async throws {
        let (clock, match) = (VirtualClock.selfAdvancing(), try Given.match("m"))
        let stub = StubTransport(
            try (0..<4).map { _ in try underWay() } + [.expect(.get, path, response: try data([match]))])
        let model = try model(stub, clock: clock)
        await model.loadUntilPaired()
        #expect(model.match == .loaded(.matched(match, third: nil)))
        // Four delays of at most 2, 4, 8 and 10 seconds, and at least half of each.
        #expect(clock.uptime >= .seconds(12) && clock.uptime <= .seconds(24))
        try await stub.finish()
    }

    @Test func `a match without a pairing under way is requested once`() async throws {
        let clock = VirtualClock()
        let stub = StubTransport([.expect(.get, path, response: try data([try Given.match("m")]))])
        try await model(stub, clock: clock).loadUntilPaired()
        #expect(clock.pendingSleeps.isEmpty)
        try await stub.finish()
    }

    @Test func `a repeated request waits for the server's Retry-After`() async throws {
        let (clock, match) = (VirtualClock.selfAdvancing(), try Given.match("m"))
        let busy = Problem(code: .rateLimited, message: "Wait.", retryAfter: 15)
        let stub = StubTransport([
            try underWay(), .expect(.get, path, response: try .problem(429, busy)),
            .expect(.get, path, response: try data([match])),
        ])
        let model = try model(stub, clock: clock)
        await model.loadUntilPaired()
        #expect(model.match == .loaded(.matched(match, third: nil)))
        #expect(clock.uptime >= .seconds(16) && clock.uptime <= .seconds(17))
        try await stub.finish()
    }

    @Test func `a screen that is left sends no further request`() async throws {
        let clock = VirtualClock()
        let stub = StubTransport([try underWay()])
        let model = try model(stub, clock: clock)
        let screen = Task { await model.loadUntilPaired() }
        await clock.waitForSleepers(atLeast: 1)
        screen.cancel()
        await screen.value
        #expect(clock.pendingSleeps.isEmpty)
        #expect(model.match == .loaded(.waiting(.underWay)))
        try await stub.finish()
    }

    @Test func `no request is repeated after a sign-out`() async throws {
        let stub = StubTransport([try underWay(), .expect(.get, path, error: .cancelled)])
        let model = try model(stub, clock: .selfAdvancing())
        await model.loadUntilPaired()
        #expect(model.match == .loaded(.waiting(.underWay)))
        try await stub.finish()
    }

    @Test func `no request is repeated after a refusal`() async throws {
        let ended = Problem(code: .sessionEnded, message: "Your session has ended. Sign in again.")
        let stub = StubTransport([try underWay(), .expect(.get, path, response: try .problem(401, ended))])
        let model = try model(stub, clock: .selfAdvancing())
        await model.loadUntilPaired()
        #expect(model.match.failure?.kind == .signedOut)
        try await stub.finish()
    }

    @Test func `a match that arrives during a delay is not requested again`() async throws {
        let (clock, match) = (VirtualClock(), try Given.match("m"))
        let stub = StubTransport([try underWay(), .expect(.get, path, response: try data([match]))])
        let model = try model(stub, clock: clock)
        let screen = Task { await model.loadUntilPaired() }
        await clock.waitForSleepers(atLeast: 1)
        await model.load()
        clock.advance(by: .seconds(2))
        await screen.value
        #expect(model.match == .loaded(.matched(match, third: nil)))
        try await stub.finish()
    }
}
