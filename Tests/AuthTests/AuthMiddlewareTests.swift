import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing

@testable import Auth

@Suite struct AuthMiddlewareTests {
    let clock = VirtualClock()
    private let wave = Endpoint<MessageData>(Route(.get, "/wave"))
    private let health = Endpoint<MessageData>(Route(.get, "/health", access: .anyone))

    @Test func `only requests that require a session carry its access token`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/wave", response: try .success(MessageData(message: "hi"))),
            .expect(.get, "/api/health", response: try .success(MessageData(message: "ok"))),
        ])
        let signedIn = try await signedIn(stub)
        _ = try await signedIn.send(wave)
        _ = try await signedIn.send(health)
        #expect(await stub.requests.map { $0.headers[.authorization] } == ["Bearer access-1", nil])
        try await stub.finish()
    }

    @Test func `a refused request is repeated once with a new token`() async throws {
        let stub = StubTransport([
            .expect(.get, "/api/wave", response: HTTPResponse(status: 401)),
            .expect(.post, "/api/auth/refresh", response: try .success(grant(2))),
            .expect(.get, "/api/wave", response: try .success(MessageData(message: "hi"))),
        ])
        #expect(try await signedIn(stub).send(wave).message == "hi")
        #expect(
            await stub.requests.map { $0.headers[.authorization] } == ["Bearer access-1", nil, "Bearer access-2"])
        try await stub.finish()
    }

    @Test func `a second 401 is returned and does not sign the user out`() async throws {
        let refusal = HTTPResponse(status: 401)
        let stub = StubTransport([
            .expect(.get, "/api/wave", response: refusal),
            .expect(.post, "/api/auth/refresh", response: try .success(grant(2))),
            .expect(.get, "/api/wave", response: refusal),
        ])
        let api = try await signedIn(stub)
        await #expect(throws: APIError.unexpectedStatus(401)) { try await api.send(wave) }
        try await stub.finish()
    }

    @Test func `a request without a session is not sent`() async throws {
        let stub = StubTransport([])
        let current = CurrentSession(store: MemoryTokenStore(), client: try .scripted(stub, time: clock), time: clock)
        await current.restore()
        let api = try APIClient.scripted(stub, middleware: [AuthMiddleware(session: current)], time: clock)
        await #expect(throws: AuthError.signedOut) { try await api.send(wave) }
        try await stub.finish()
    }

    @Test(arguments: [
        (AuthError.signedOut, Failure.Kind.signedOut), (.sessionEnded, .signedOut), (.sessionUnreadable, .local),
    ])
    func `a missing session is the failure signedOut, and only an unreadable session allows a retry`(
        error: AuthError, kind: Failure.Kind
    ) {
        let failure = Failure(error)
        #expect(failure.kind == kind && failure.canRetry == (kind == .local))
        #expect(failure.message == error.message(in: .english))
    }

    @Test func `a hundred refused requests cause a single token exchange`() async throws {
        let server = RefusingOldTokens(accepted: "Bearer access-2")
        let current = CurrentSession(store: MemoryTokenStore(), client: try .scripted(server, time: clock), time: clock)
        await current.signIn(grant(1), askedAt: clock.uptime)
        let api = try APIClient.scripted(server, middleware: [AuthMiddleware(session: current)], time: clock)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { _ = try await api.send(wave) } }
            try await group.waitForAll()
        }
        #expect(await server.exchanges == 1)
        #expect(await server.requests <= 200)
    }

    private func signedIn(_ stub: StubTransport) async throws -> APIClient {
        let current = CurrentSession(store: MemoryTokenStore(), client: try .scripted(stub, time: clock), time: clock)
        await current.signIn(grant(1), askedAt: clock.uptime)
        return try .scripted(stub, middleware: [AuthMiddleware(session: current)], time: clock)
    }
}

/// A server that accepts only the token of its first exchange.
private actor RefusingOldTokens: HTTPTransport {
    let accepted: String
    private(set) var exchanges = 0
    private(set) var requests = 0

    init(accepted: String) {
        self.accepted = accepted
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        do {
            if request.url.path().hasSuffix("/refresh") {
                exchanges += 1
                return try .success(grant(1 + exchanges))
            }
            requests += 1
            return request.headers[.authorization] == accepted
                ? try .success(MessageData(message: "hi")) : HTTPResponse(status: 401)
        } catch {
            throw .malformedResponse
        }
    }
}
