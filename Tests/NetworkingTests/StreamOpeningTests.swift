import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

/// Streams opened by an `APIClient`.
@Suite struct StreamOpeningTests {
    private let clock = VirtualClock()
    private let closed = LockedState(0)

    private func stream(_ chunks: [String], status: Int = 200, then ending: StreamEnding = .end)
        -> StubTransport.Exchange
    {
        .expectStream(.get, "/api/greeting", status: status, chunks: chunks.map { Data($0.utf8) }, then: ending) {
            [closed] in closed.withLock { $0 += 1 }
        }
    }

    /// A middleware that renews a refused credential.
    private struct Renewer: HTTPMiddleware {
        let seen = LockedState<[HTTPResponse]>([])

        func intercept(
            _ request: HTTPRequest, route: Route, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
        ) async throws -> HTTPResponse {
            let response = try await next(request)
            seen.withLock { $0.append(response) }
            guard response.status == 401 else { return response }
            var request = request
            try request.headers.set(.authorization, to: "new")
            let second = try await next(request)
            seen.withLock { $0.append(second) }
            return second
        }
    }

    @Test func `an opened stream sends its last event id and returns the body in pieces`() async throws {
        let stub = StubTransport([stream(["one", "two"])])
        let opened = try await client(stub, time: clock).open(.read, after: "e:7")
        #expect(opened.status == 200)
        #expect(opened.headers[.contentType] == "text/event-stream")
        #expect(try await opened.next() == Data("one".utf8))
        #expect(try await opened.next() == Data("two".utf8))
        #expect(try await opened.next() == nil)
        let request = try #require(await stub.requests.first)
        #expect(request.headers[.accept] == "text/event-stream")
        #expect(request.headers[.lastEventID] == "e:7")
    }

    @Test func `middleware receives the head of a stream, and a refusal with its body`() async throws {
        let problem = try HTTPResponse.problem(401, Problem(code: .unauthenticated, message: "Sign in."))
        let renewer = Renewer()
        let stub = StubTransport([
            .expectStream(.get, "/api/greeting", status: 401, chunks: [problem.body], then: .end), stream(["one"]),
        ])
        let opened = try await client(stub, middleware: [renewer], time: clock).open(.read)
        #expect(try await opened.rest() == Data("one".utf8))
        #expect(renewer.seen.withLock { $0.map(\.status) } == [401, 200])
        #expect(renewer.seen.withLock { $0.map(\.body) } == [problem.body, Data()])
        #expect(await stub.requests.map { $0.headers[.authorization] } == [nil, "new"])
    }

    @Test func `a refused stream throws the server's problem`() async throws {
        let problem = Problem(code: .rateLimited, message: "Wait.", retryAfter: 7)
        let stub = StubTransport([.expect(.get, "/api/greeting", response: try .problem(429, problem))])
        await #expect(throws: APIError.problem(status: 429, problem: problem)) {
            try await client(stub, time: clock).open(.read)
        }
        #expect(await stub.requests.count == 1)
    }

    @Test func `an endless refusal is read up to a limit`() async throws {
        let chunk = String(repeating: "x", count: 16_384)
        let stub = StubTransport([stream(Array(repeating: chunk, count: 5), status: 404, then: .silence)])
        await #expect(throws: APIError.unexpectedStatus(404)) { try await client(stub, time: clock).open(.read) }
        #expect(closed.withLock { $0 } == 1)
    }

    @Test func `a stream that cannot be connected is not retried`() async throws {
        let stub = StubTransport([.expect(.get, "/api/greeting", error: .cannotConnect)])
        await #expect(throws: APIError.transport(.cannotConnect)) { try await client(stub, time: clock).open(.read) }
        try await stub.finish()
    }

    @Test func `a transport without streams throws streamsUnsupported`() async throws {
        struct CallsOnly: HTTPTransport {
            func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { HTTPResponse(status: 200) }
        }
        await #expect(throws: APIError.transport(.streamsUnsupported)) {
            try await client(CallsOnly(), time: clock).open(.read)
        }
    }

    @Test func `the deadline applies to the head of a stream, not to its body`() async throws {
        let hanging = StubTransport.Exchange.expectStream(.get, "/api/greeting") {
            [clock] _ throws(TransportError) in
            do { try await clock.sleep(for: .seconds(86_400)) } catch { throw .cancelled }
            throw .timedOut
        }
        let stub = StubTransport([hanging, stream(["one"], then: .silence)])
        let client = try client(stub, time: clock)
        let call = Task { try await client.open(.read) }
        await clock.waitForSleepers(atLeast: 2)
        clock.advance(by: .seconds(30))
        await #expect(throws: APIError.deadlineExceeded) { try await call.value }
        let opened = try await client.open(.read)
        clock.advance(by: .seconds(3_600))
        #expect(try await opened.next() == Data("one".utf8))
        let read = Task { try await opened.next() }
        opened.close()
        await #expect(throws: TransportError.cancelled) { try await read.value }
        #expect(closed.withLock { $0 } == 1)
    }

    @Test func `a stream that middleware replaces is closed`() async throws {
        struct Twice: HTTPMiddleware {
            func intercept(
                _ request: HTTPRequest, route: Route, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
            ) async throws -> HTTPResponse {
                _ = try await next(request)
                return try await next(request)
            }
        }
        let stub = StubTransport([stream([], then: .silence), stream(["one"])])
        let opened = try await client(stub, middleware: [Twice()], time: clock).open(.read)
        #expect(closed.withLock { $0 } == 1)
        #expect(try await opened.rest() == Data("one".utf8))
    }

    @Test func `a stream that middleware refuses is closed`() async throws {
        struct Refuser: HTTPMiddleware {
            struct Refusal: Error, Equatable {}
            func intercept(
                _ request: HTTPRequest, route: Route, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
            ) async throws -> HTTPResponse {
                _ = try await next(request)
                throw Refusal()
            }
        }
        let stub = StubTransport([stream([], then: .silence)])
        await #expect(throws: Refuser.Refusal()) {
            try await client(stub, middleware: [Refuser()], time: clock).open(.read)
        }
        #expect(closed.withLock { $0 } == 1)
    }

    @Test func `a last event id with a line break is not sent`() async throws {
        let stub = StubTransport([])
        await #expect(throws: APIError.self) { try await client(stub, time: clock).open(.read, after: "a\r\nb: c") }
        #expect(await stub.requests.isEmpty)
    }
}
