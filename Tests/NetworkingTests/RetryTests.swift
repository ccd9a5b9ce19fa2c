import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@Suite struct RetryTests {
    private let clock = VirtualClock.selfAdvancing()
    private static let statuses = [408, 425, 429, 500, 502, 503, 504]
    private static let losses: [TransportError] = [.connectionLost, .timedOut]

    private func write(_ answers: [HTTPResponse], then error: TransportError? = nil) -> [StubTransport.Exchange] {
        answers.map { .expect(.post, "/api/greeting", response: $0) }
            + (error.map { [.expect(.post, "/api/greeting", error: $0)] } ?? [])
    }

    private var good: HTTPResponse { get throws { try .success(greeting) } }

    @Test(arguments: statuses) func `a POST without a key is not repeated after a status`(status: Int) async throws {
        let stub = StubTransport(write([HTTPResponse(status: status)]))
        await #expect(throws: APIError.unexpectedStatus(status)) { try await client(stub, time: clock).send(.write) }
        try await stub.finish()
    }

    @Test(arguments: losses) func `a POST without a key is not repeated after a loss`(error: TransportError)
        async throws
    {
        let stub = StubTransport(write([], then: error))
        await #expect(throws: APIError.transport(error)) { try await client(stub, time: clock).send(.write) }
        try await stub.finish()
    }

    @Test(arguments: statuses) func `a POST with a key is repeated under the same key`(status: Int) async throws {
        let stub = StubTransport(write([HTTPResponse(status: status), HTTPResponse(status: status), try good]))
        let endpoint = Endpoint.write.idempotent(IdempotencyKey(rawValue: "k"))
        #expect(try await client(stub, time: clock).send(endpoint) == greeting)
        #expect(await stub.requests.map { $0.headers[.idempotencyKey] } == ["k", "k", "k"])
        try await stub.finish()
    }

    @Test func `a POST without a key is repeated if the server could not be reached`() async throws {
        let stub = StubTransport([
            .expect(.post, "/api/greeting", error: .cannotConnect), .expect(.post, "/api/greeting", response: try good),
        ])
        #expect(try await client(stub, time: clock).send(.write) == greeting)
        try await stub.finish()
    }

    @Test func `a lost attempt that a refused connection follows counts as lost, because it may have had its effect`()
        async throws
    {
        let stub = StubTransport([
            .expect(.post, "/api/greeting", error: .connectionLost),
            .expect(.post, "/api/greeting", error: .cannotConnect),
            .expect(.post, "/api/greeting", error: .cannotConnect),
        ])
        let endpoint = Endpoint.write.idempotent(IdempotencyKey(rawValue: "k"))
        await #expect(throws: APIError.transport(.connectionLost)) {
            try await client(stub, time: clock).send(endpoint)
        }
        try await stub.finish()
    }

    @Test func `refused connections only are not counted as lost`() async throws {
        let refused = StubTransport.Exchange.expect(.post, "/api/greeting", error: .cannotConnect)
        let stub = StubTransport([refused, refused, refused])
        await #expect(throws: APIError.transport(.cannotConnect)) { try await client(stub, time: clock).send(.write) }
        try await stub.finish()
    }

    @Test(arguments: [HTTPMethod.get, .head, .put, .delete])
    func `an idempotent request is repeated after transient failures`(method: HTTPMethod) async throws {
        let stub = StubTransport([
            .expect(method, "/api/greeting", error: .connectionLost),
            .expect(method, "/api/greeting", response: HTTPResponse(status: 503)),
            .expect(method, "/api/greeting", response: try good),
        ])
        let endpoint = Endpoint<MessageData>(Route(method, "/greeting"))
        #expect(try await client(stub, time: clock).send(endpoint) == greeting)
        try await stub.finish()
    }

    @Test func `the last of three failed attempts is thrown`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/greeting", error: .timedOut),
            .expect(.get, "/api/greeting", error: .connectionLost),
            .expect(.get, "/api/greeting", response: HTTPResponse(status: 502)),
        ])
        await #expect(throws: APIError.unexpectedStatus(502)) { try await client(stub, time: clock).send(.read) }
        try await stub.finish()
    }

    @Test(arguments: [400, 401, 403, 404, 409, 412, 422, 428, 501, 505])
    func `a request is not repeated after a permanent status`(status: Int) async throws {
        let stub = StubTransport([.expect(.get, "/api/greeting", response: HTTPResponse(status: status))])
        await #expect(throws: APIError.unexpectedStatus(status)) { try await client(stub, time: clock).send(.read) }
        try await stub.finish()
    }

    @Test(arguments: [
        TransportError.untrusted, .insecure, .redirectRefused, .responseTooLarge(limit: 1), .malformedResponse,
    ])
    func `a request is not repeated after a permanent error`(error: TransportError) async throws {
        let stub = StubTransport([.expect(.get, "/api/greeting", error: error)])
        await #expect(throws: APIError.transport(error)) { try await client(stub, time: clock).send(.read) }
        try await stub.finish()
    }

    @Test func `a request is not repeated after an unreadable response`() async throws {
        let stub = StubTransport([.expect(.get, "/api/greeting", response: HTTPResponse(status: 200))])
        await #expect(throws: APIError.malformedResponse(reason: "the body is empty")) {
            try await client(stub, time: clock).send(.read)
        }
        try await stub.finish()
    }

    @Test func `a request whose key is in flight is repeated`() async throws {
        let inFlight = try HTTPResponse.problem(409, Problem(code: .idempotencyKeyInFlight, message: "Wait."))
        let stub = StubTransport(write([inFlight, try good]))
        let endpoint = Endpoint.write.idempotent(IdempotencyKey(rawValue: "k"))
        #expect(try await client(stub, time: clock).send(endpoint) == greeting)
        try await stub.finish()
    }

    @Test func `a conflict other than a key in flight is not repeated`() async throws {
        let reused = Problem(code: .idempotencyKeyReused, message: "Start again.", retryAfter: 1)
        let stub = StubTransport(write([try .problem(409, reused)]))
        let endpoint = Endpoint.write.idempotent(IdempotencyKey(rawValue: "k"))
        await #expect(throws: APIError.problem(status: 409, problem: reused)) {
            try await client(stub, time: clock).send(endpoint)
        }
        try await stub.finish()
    }

    @Test func `waits are random, below 250 ms and then below 500 ms`() async throws {
        let clock = VirtualClock()
        let network = FaultInjectingTransport(
            StubTransport([]), plan: FaultPlan(script: [[.status(503)], [.status(503)], [.status(503)]]), time: clock)
        let call = Task { try await client(network, deadline: .seconds(3_600), time: clock).send(.read) }
        for limit in [Duration.milliseconds(250), .milliseconds(500)] {
            await clock.waitForSleepers(atLeast: 2)
            let wait = try #require(clock.pendingSleeps.first)
            #expect(wait > .zero && wait < limit)
            clock.advance(by: wait)
        }
        let error = await #expect(throws: APIError.self) { try await call.value }
        #expect(error?.problem?.code == .unavailable)
    }

    @Test func `a retry waits for the time in Retry-After`() async throws {
        let clock = VirtualClock()
        let network = FaultInjectingTransport(
            StubTransport([.expect(.get, "/api/greeting", response: try good)]),
            plan: FaultPlan(script: [[.status(429, retryAfter: 5)]]), time: clock)
        let call = Task { try await client(network, time: clock).send(.read) }
        await clock.waitForSleepers(atLeast: 2)
        #expect(clock.pendingSleeps == [.seconds(5), .seconds(30)])
        clock.advance(by: .seconds(5))
        #expect(try await call.value == greeting)
    }

    @Test func `a retry waits for the time in the body of the response`() async throws {
        let clock = VirtualClock()
        var busy = try HTTPResponse.problem(503, Problem(code: .unavailable, message: "Wait.", retryAfter: 7))
        busy.headers.remove(.retryAfter)
        let stub = StubTransport([
            .expect(.get, "/api/greeting", response: busy), .expect(.get, "/api/greeting", response: try good),
        ])
        let call = Task { try await client(stub, time: clock).send(.read) }
        await clock.waitForSleepers(atLeast: 2)
        #expect(clock.pendingSleeps == [.seconds(7), .seconds(30)])
        clock.advance(by: .seconds(7))
        #expect(try await call.value == greeting)
    }

    @Test func `a retry time before now neither prevents nor delays a retry`() async throws {
        let busy = try HTTPResponse.problem(503, Problem(code: .unavailable, message: "", retryAfter: .min))
        let stub = StubTransport([
            .expect(.get, "/api/greeting", response: busy), .expect(.get, "/api/greeting", response: try good),
        ])
        #expect(try await client(stub, time: clock).send(.read) == greeting)
        #expect(clock.uptime < .milliseconds(250))  // the limit of the first wait
    }

    @Test func `a wait as long as the cap is accepted`() async throws {
        let busy = try HTTPResponse.problem(429, Problem(code: .rateLimited, message: "", retryAfter: 20))
        let stub = StubTransport([
            .expect(.get, "/api/greeting", response: busy), .expect(.get, "/api/greeting", response: try good),
        ])
        #expect(try await client(stub, time: clock).send(.read) == greeting)
        #expect(clock.uptime == .seconds(20))
    }

    /// Without a wait, no sleep detects the cancellation.
    @Test func `a call that is cancelled during an attempt sends no further request`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/greeting") { _ throws(TransportError) in
                withUnsafeCurrentTask { $0?.cancel() }
                throw .connectionLost
            }
        ])
        let hasty = RetryPolicy(maxAttempts: 2, base: .zero)
        await #expect(throws: CancellationError.self) {
            try await client(stub, retry: hasty, time: clock).send(.read)
        }
        try await stub.finish()
    }

    @Test(arguments: [21, 3_600, Int.max])
    func `a wait longer than the cap fails with the server's retry time`(seconds: Int) async throws {
        let stub = StubTransport([
            .expect(
                .get, "/api/greeting",
                response: try .problem(429, Problem(code: .rateLimited, message: "", retryAfter: seconds)))
        ])
        let error = await #expect(throws: APIError.self) { try await client(stub, time: clock).send(.read) }
        let aYear = 31_536_000  // the maximum that is accepted
        #expect(error?.problem?.retryAfter == min(seconds, aYear))
        try await stub.finish()
    }

    @Test(arguments: ["-5", "1e20", "junk", "", "Sun, 06 Nov 1994 08:49:37 GMT"])
    func `an unusable Retry-After neither prevents nor delays a retry`(text: String) async throws {
        let response = HTTPResponse(status: 503, headers: HTTPHeaders(lenient: [("retry-after", text)]))
        let stub = StubTransport([
            .expect(.get, "/api/greeting", response: response), .expect(.get, "/api/greeting", response: try good),
        ])
        #expect(try await client(stub, time: clock).send(.read) == greeting)
        #expect(clock.uptime < .milliseconds(250))  // the limit of the first wait
    }

    @Test func `retries during an outage are limited by the budget`() async throws {
        let down = StubTransport(
            (0..<550).map { _ in .expect(.get, "/api/greeting", response: HTTPResponse(status: 503)) })
        let client = try client(down, time: clock)
        for _ in 0..<500 {
            await #expect(throws: APIError.unexpectedStatus(503)) { try await client.send(.read) }
        }
        #expect(await down.requests.count == 503)  // three for the first call, two for the second, one for each later
    }

    /// Sends a GET request within a budget, and returns the number of attempts.
    private func attempts(_ exchanges: [StubTransport.Exchange], within budget: RetryBudget) async throws -> Int {
        let stub = StubTransport(exchanges)
        _ = try? await client(stub, budget: budget, time: clock).send(.read)  // its outcome is not checked
        try await stub.finish()
        return await stub.requests.count
    }

    @Test func `a retry budget of two tokens allows no retry, even after successful calls`() async throws {
        let budget = RetryBudget(capacity: 2)
        let bad = StubTransport.Exchange.expect(.get, "/api/greeting", error: .timedOut)
        let fine = StubTransport.Exchange.expect(.get, "/api/greeting", response: try good)
        #expect(try await attempts([bad], within: budget) == 1)  // half of the tokens are left: no retry
        #expect(try await attempts([fine], within: budget) == 1)
        for _ in 0..<9 { _ = try await attempts([fine], within: budget) }
        #expect(try await attempts([bad], within: budget) == 1)
        for _ in 0..<11 { _ = try await attempts([fine], within: budget) }
        #expect(try await attempts([bad], within: budget) == 1)
    }

    @Test func `each successful call returns a tenth of a token to the retry budget, up to its capacity`()
        async throws
    {
        let budget = RetryBudget(capacity: 3)
        let bad = StubTransport.Exchange.expect(.get, "/api/greeting", error: .timedOut)
        let fine = StubTransport.Exchange.expect(.get, "/api/greeting", response: try good)
        #expect(try await attempts([bad, fine], within: budget) == 2)  // 2.1 tokens are left
        #expect(try await attempts([bad], within: budget) == 1)  // 1.1 tokens are left, less than half of 3: no retry
        for _ in 0..<14 { _ = try await attempts([fine], within: budget) }
        #expect(try await attempts([bad], within: budget) == 1)  // from 2.5 to 1.5 tokens, half of 3: no retry
        for _ in 0..<11 { _ = try await attempts([fine], within: budget) }
        #expect(try await attempts([bad, fine], within: budget) == 2)  // from 2.6 to 1.6 tokens, then to 1.7
        for _ in 0..<100 { _ = try await attempts([fine], within: budget) }
        #expect(try await attempts([bad, fine], within: budget) == 2)  // from 3 to 2 tokens, then to 2.1
        #expect(try await attempts([bad], within: budget) == 1)
    }
}
