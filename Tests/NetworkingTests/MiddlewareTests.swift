import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@Suite struct MiddlewareTests {
    private let clock = VirtualClock.selfAdvancing()
    private let log = LockedState<[String]>([])

    /// A middleware that records each request and response.
    private struct Tracer: HTTPMiddleware {
        let name: String
        let log: LockedState<[String]>

        func intercept(
            _ request: HTTPRequest, route: Route, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
        ) async throws -> HTTPResponse {
            log.withLock { $0.append("\(name) \(route)") }
            let response = try await next(request)
            log.withLock { $0.append("\(name) \(response.status)") }
            return response
        }
    }

    /// A middleware that adds a credential, and repeats a refused request with a new credential.
    private struct Renewer: HTTPMiddleware {
        func intercept(
            _ request: HTTPRequest, route: Route, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
        ) async throws -> HTTPResponse {
            var request = request
            try request.headers.set(.authorization, to: "old")
            let response = try await next(request)
            guard response.status == 401 else { return response }
            try request.headers.set(.authorization, to: "new")
            return try await next(request)
        }
    }

    private struct Refuser: HTTPMiddleware {
        struct Refusal: Error, Equatable {}

        func intercept(
            _ request: HTTPRequest, route: Route, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
        ) async throws -> HTTPResponse {
            throw Refusal()
        }
    }

    @Test func `the first middleware is outermost, and every attempt passes all middleware`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/greeting", error: .connectionLost),
            .expect(.get, "/api/greeting", response: try .success(greeting)),
        ])
        let layers = [Tracer(name: "outer", log: log), Tracer(name: "inner", log: log)]
        _ = try await client(stub, middleware: layers, time: clock).send(.read)
        #expect(
            log.withLock { $0 } == [
                "outer GET /greeting", "inner GET /greeting",
                "outer GET /greeting", "inner GET /greeting", "inner 200", "outer 200",
            ])
    }

    @Test func `middleware can change a request and send it again`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/greeting", response: HTTPResponse(status: 401)),
            .expect(.get, "/api/greeting", response: try .success(greeting)),
        ])
        #expect(try await client(stub, middleware: [Renewer()], time: clock).send(.read) == greeting)
        #expect(await stub.requests.map { $0.headers[.authorization] } == ["old", "new"])
        try await stub.finish()
    }

    @Test func `an error of middleware reaches the caller unchanged`() async throws {
        let stub = StubTransport([])
        await #expect(throws: Refuser.Refusal()) {
            try await client(stub, middleware: [Refuser()], time: clock).send(.read)
        }
        #expect(await stub.requests.isEmpty)
    }
}
