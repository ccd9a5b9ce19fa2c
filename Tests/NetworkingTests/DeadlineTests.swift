import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@Suite struct DeadlineTests {
    private let clock = VirtualClock()

    /// A transport that responds only to cancellation.
    private struct Silence: HTTPTransport {
        let clock: VirtualClock

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            do { try await clock.sleep(for: .seconds(86_400)) } catch { throw .cancelled }
            throw .timedOut
        }
    }

    @Test func `a silent server is abandoned at the deadline`() async throws {
        let call = Task { try await client(Silence(clock: clock), time: clock).send(.read) }
        await clock.waitForSleepers(atLeast: 2)
        clock.advance(by: .seconds(30))
        await #expect(throws: APIError.deadlineExceeded) { try await call.value }
        #expect(clock.pendingSleeps.isEmpty)
    }

    /// A transport that returns its response when it is cancelled.
    private struct AnswerAtTheLimit: HTTPTransport {
        let clock: VirtualClock
        let response: HTTPResponse

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            do { try await clock.sleep(for: .seconds(86_400)) } catch { return response }
            throw .timedOut
        }
    }

    @Test func `a successful response that arrives at the deadline is returned`() async throws {
        let response = try HTTPResponse.success(MessageData(message: "Done."))
        let call = Task {
            try await client(AnswerAtTheLimit(clock: clock, response: response), time: clock).send(.read)
        }
        await clock.waitForSleepers(atLeast: 2)
        clock.advance(by: .seconds(30))
        #expect(try await call.value.message == "Done.")
    }

    @Test func `all attempts and waits share one deadline`() async throws {
        let slow: [Fault] = [.latency(.seconds(12)), .requestLost]
        let network = FaultInjectingTransport(
            Silence(clock: clock), plan: FaultPlan(script: [slow, slow, slow]), time: clock)
        let call = Task { try await client(network, time: clock).send(.read) }
        for _ in 0..<2 {
            await clock.waitForSleepers(atLeast: 2)
            clock.advance(by: .seconds(12))  // the attempt fails
            await clock.waitForSleepers(atLeast: 2)
            clock.advance(by: .milliseconds(500))  // the wait ends
        }
        await clock.waitForSleepers(atLeast: 2)
        clock.advance(by: .seconds(5))  // 30 seconds since the call; the third attempt has run for 5 of its 12
        await #expect(throws: APIError.deadlineExceeded) { try await call.value }
    }

    @Test func `a wait that would exceed the deadline fails at once with the server's problem`() async throws {
        let network = FaultInjectingTransport(
            Silence(clock: clock), plan: FaultPlan(script: [[.status(503, retryAfter: 10)]]), time: clock)
        let error = await #expect(throws: APIError.self) {
            try await client(network, deadline: .seconds(10), time: clock).send(.read)
        }
        #expect(error?.problem?.retryAfter == 10)
    }

    @Test func `time spent in middleware counts towards the deadline`() async throws {
        struct Slow: HTTPMiddleware {
            let clock: VirtualClock

            func intercept(
                _ request: HTTPRequest, route: Route, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
            ) async throws -> HTTPResponse {
                try await clock.sleep(for: .seconds(60))
                return try await next(request)
            }
        }
        let stub = StubTransport([])
        let call = Task { try await client(stub, middleware: [Slow(clock: clock)], time: clock).send(.read) }
        await clock.waitForSleepers(atLeast: 2)
        clock.advance(by: .seconds(30))
        await #expect(throws: APIError.deadlineExceeded) { try await call.value }
        try await stub.finish()
    }

    @Test func `a jump of the system's date does not change the deadline`() async throws {
        let call = Task { try await client(Silence(clock: clock), time: clock).send(.read) }
        await clock.waitForSleepers(atLeast: 2)
        clock.jumpDate(by: .seconds(315_360_000))
        #expect(clock.pendingSleeps.first == .seconds(30))
        clock.jumpDate(by: .seconds(-630_720_000))
        clock.advance(by: .seconds(30))
        await #expect(throws: APIError.deadlineExceeded) { try await call.value }
    }

    @Test func `cancelling a call in flight throws a CancellationError`() async throws {
        let call = Task { try await client(Silence(clock: clock), time: clock).send(.read) }
        await clock.waitForSleepers(atLeast: 2)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(clock.pendingSleeps.isEmpty)
    }

    @Test func `cancelling a call between attempts sends no further request`() async throws {
        let stub = StubTransport([.expect(.get, "/api/greeting", error: .connectionLost)])
        let call = Task { try await client(stub, time: clock).send(.read) }
        await clock.waitForSleepers(atLeast: 2)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        try await stub.finish()
    }

    @Test func `a cancelled task sends nothing`() async throws {
        let stub = StubTransport([])
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client(stub, time: clock).send(.read)
        }
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(await stub.requests.isEmpty)
    }
}
