import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@Suite struct PolledEventsTests {
    private let clock = VirtualClock()
    private let position = LogPosition(epoch: "e", seq: 6)

    private func events(_ exchanges: [StubTransport.Exchange]) throws -> PolledEvents {
        PolledEvents(
            client: APIClient(
                server: try ServerAddress("https://orbit.test/api"), transport: StubTransport(exchanges),
                retry: .never, time: VirtualClock(), random: .seeded(1)),
            time: clock, random: .seeded(2))
    }

    private func poll(_ after: String, gives at: String, events: Int = 0) throws -> StubTransport.Exchange {
        let position = try #require(LogPosition(at))
        let slice = LogSlice(
            at: position, events: (0..<events).map { LogEvent(.personChanged, seq: position.seq - events + 1 + $0) })
        let logged = LogSlice(at: slice.at, events: slice.events.map { LogEvent($0.kind, seq: $0.seq, at: clock.date) })
        return .expect(.get, "/api/events?after=\(after)", response: try .success(logged))
    }

    /// Starts the next poll, and returns its message and the pause before it.
    private func next(_ stream: EventStream) async throws -> (message: EventMessage?, pause: Duration) {
        let read = Task { try await stream.next() }
        await clock.waitForSleepers(atLeast: 1)
        let pause = try #require(clock.pendingSleeps.first)
        clock.advance(by: pause)
        return (try await read.value, pause)
    }

    @Test func `the first poll is sent at once`() async throws {
        let stream = try await events([poll("e%3A6", gives: "e:8", events: 2)]).open(after: position)
        guard case .slice(let slice) = try await stream.next() else {
            Issue.record("expected a slice")
            return
        }
        #expect(slice.at == LogPosition(epoch: "e", seq: 8))
        #expect(slice.events.map(\.seq) == [7, 8])
    }

    @Test func `a poll without a position requests the end of the log`() async throws {
        let response = try HTTPResponse.success(LogSlice(at: position))
        let stream = try await events([.expect(.get, "/api/events", response: response)]).open(after: nil)
        guard case .slice(let slice) = try await stream.next() else {
            Issue.record("expected a slice")
            return
        }
        #expect(slice.at == position)
    }

    @Test(arguments: [404, 405, 501])
    func `a missing log is unsupported, and another server error has its status`(status: Int) async throws {
        let problem = try HTTPResponse.problem(status, Problem(code: .notFound, message: "There is no such thing."))
        await #expect(throws: EventTransportError.unsupported) {
            try await events([.expect(.get, "/api/events?after=e%3A6", response: problem)]).open(after: position)
        }
        await #expect(throws: APIError.unexpectedStatus(503)) {
            try await events([.expect(.get, "/api/events?after=e%3A6", response: HTTPResponse(status: 503))])
                .open(after: position)
        }
    }

    @Test func `pauses grow by half while no events arrive, and an event resets them`() async throws {
        let idle = try (0..<12).map { _ in try poll("e%3A6", gives: "e:6") }
        let news = try [poll("e%3A6", gives: "e:7", events: 1), poll("e%3A7", gives: "e:7")]
        let stream = try await events(idle + news).open(after: position)
        _ = try await stream.next()
        var longest = Duration.seconds(2)
        for _ in 0..<11 {
            let (message, pause) = try await next(stream)
            guard case .heartbeat = message else {
                Issue.record("expected a heartbeat, got \(String(describing: message))")
                return
            }
            #expect(pause <= longest && pause > longest * 0.8)
            longest = min(longest * 1.5, .seconds(60))
        }
        #expect(longest == .seconds(60))
        let (message, _) = try await next(stream)
        guard case .slice(let slice) = message else {
            Issue.record("expected a slice, got \(String(describing: message))")
            return
        }
        #expect(slice.events.map(\.seq) == [7])
        #expect(try await next(stream).pause <= .seconds(2))
    }

    private enum News: CaseIterable {
        case event, position, resync
    }

    @Test(arguments: News.allCases)
    private func `a poll with an event, a new position or a resync returns a slice`(news: News) async throws {
        let sent =
            switch news {
            case .event: LogSlice(at: position, events: [LogEvent(.personChanged, seq: 6, at: clock.date)])
            case .position: LogSlice(at: LogPosition(epoch: "e", seq: 7))
            case .resync: LogSlice(at: position, isResync: true)
            }
        let stream = try await events([
            poll("e%3A6", gives: "e:6"),
            .expect(.get, "/api/events?after=e%3A6", response: try .success(sent)),
        ]).open(after: position)
        _ = try await stream.next()
        guard case .slice(let slice) = try await next(stream).message else {
            Issue.record("expected a slice")
            return
        }
        #expect(slice.at == sent.at && slice.isResync == sent.isResync && slice.events.count == sent.events.count)
    }

    @Test func `a resync resets the pause between polls`() async throws {
        let resync = try HTTPResponse.success(LogSlice(at: LogPosition(epoch: "f", seq: 0), isResync: true))
        let stream = try await events([
            poll("e%3A6", gives: "e:6"), .expect(.get, "/api/events?after=e%3A6", response: resync),
            poll("f%3A0", gives: "f:0"),
        ]).open(after: position)
        _ = try await stream.next()
        guard case .slice(let slice) = try await next(stream).message else {
            Issue.record("expected a slice")
            return
        }
        #expect(slice.isResync)
        #expect(try await next(stream).pause <= .seconds(2))
    }

    @Test func `closing or cancelling a stream ends its pause`() async throws {
        let stream = try await events([poll("e%3A6", gives: "e:6")]).open(after: position)
        _ = try await stream.next()
        let cancelled = Task { try await stream.next() }
        await clock.waitForSleepers(atLeast: 1)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let closed = Task { try await stream.next() }
        await clock.waitForSleepers(atLeast: 1)
        stream.close()
        await #expect(throws: CancellationError.self) { try await closed.value }
        await #expect(throws: CancellationError.self) { try await stream.next() }
        #expect(clock.pendingSleeps.isEmpty)
    }
}
