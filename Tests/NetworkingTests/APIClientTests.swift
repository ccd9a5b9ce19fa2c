import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@Suite struct APIClientTests {
    private let clock = VirtualClock()

    private func decoded(_ response: HTTPResponse) async throws -> Response<MessageData> {
        let stub = StubTransport([.expect(.get, "/api/greeting", response: response)])
        return try await client(stub, retry: .never, time: clock).response(.read)
    }

    private func text(_ status: Int, _ body: String, type: String = "application/json") -> HTTPResponse {
        HTTPResponse(
            status: status, headers: HTTPHeaders(lenient: [("content-type", type)]), body: Data(body.utf8))
    }

    @Test func `a successful response has a payload, an entity tag and a date`() async throws {
        var response = try HTTPResponse.success(greeting, entityTag: EntityTag(rawValue: "\"7\""))
        try response.headers.set(.date, to: "Sun, 06 Nov 1994 08:49:37 GMT")
        let decoded = try await decoded(response)
        #expect(decoded.value == greeting)
        #expect(decoded.entityTag == EntityTag(rawValue: "\"7\""))
        #expect(decoded.serverDate == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test func `a request has the path, query, body and headers of its endpoint`() async throws {
        let stub = StubTransport([
            .expect(.post, "/api/users/%40a%2Fb/notes?kind=x%26y", response: try .success(greeting))
        ])
        var endpoint = try Endpoint<MessageData>(
            Route(.post, "/users/{user_id}/notes"), parameters: ["user_id": "@a/b"],
            query: [("kind", "x&y"), ("cursor", nil)]
        )
        .json(["note": "hi"]).idempotent(IdempotencyKey(rawValue: "k1")).ifMatch(EntityTag(rawValue: "\"3\""))
        endpoint.ifNoneMatch = EntityTag(rawValue: "\"4\"")
        #expect(try await client(stub, time: clock).send(endpoint) == greeting)
        let request = try #require(await stub.requests.first)
        #expect(request.body == Data(#"{"note":"hi"}"#.utf8))
        #expect(request.headers[.accept] == "application/json")
        #expect(request.headers[.contentType] == "application/json")
        #expect(request.headers[.idempotencyKey] == "k1")
        #expect(request.headers[.ifMatch] == "\"3\"")
        #expect(request.headers[.ifNoneMatch] == "\"4\"")
        try await stub.finish()
    }

    @Test func `an error response throws the server's problem with its status`() async throws {
        let problem = Problem(code: .codeIncorrect, message: "Wrong code.", details: ["attempts_left": 2])
        await #expect(throws: APIError.problem(status: 422, problem: problem)) {
            try await decoded(try .problem(422, problem))
        }
    }

    @Test func `Retry-After is used if the problem has no retry time`() async throws {
        var response = try HTTPResponse.problem(429, Problem(code: .rateLimited, message: "Wait."))
        try response.headers.set(.retryAfter, to: "7")
        let error = await #expect(throws: APIError.self) { try await decoded(response) }
        #expect(error?.problem?.retryAfter == 7)
    }

    @Test func `a problem's own retry time takes precedence over Retry-After`() async throws {
        var response = try HTTPResponse.problem(429, Problem(code: .rateLimited, message: "Wait.", retryAfter: 3))
        try response.headers.set(.retryAfter, to: "7")
        let error = await #expect(throws: APIError.self) { try await decoded(response) }
        #expect(error?.problem?.retryAfter == 3)
    }

    @Test(arguments: [
        "", "<!doctype html><title>Sign in</title>", #"{"success": false, "err"#, #"{"success": true, "data": {}}"#,
        "[]", "null", #"{"message": "no envelope"}"#,
    ])
    func `an unreadable error response keeps its status`(body: String) async throws {
        for status in [300, 304, 400, 401, 404, 500, 511] {
            await #expect(throws: APIError.unexpectedStatus(status)) { try await decoded(text(status, body)) }
        }
    }

    @Test(arguments: [
        "", "<!doctype html><title>Sign in</title>", #"{"success": true, "data": {"messa"#, "[]", "null", "{}",
        #"{"success": true}"#, #"{"success": true, "data": null}"#, #"{"success": true, "data": {"message": 1}}"#,
        #"{"success": "yes", "data": {"message": "Hello"}}"#, #"{"success": false, "error": "No."}"#,
        #"{"message": "no envelope"}"#,
    ])
    func `a successful status with an invalid body is a malformed response`(body: String) async throws {
        let error = await #expect(throws: APIError.self) { try await decoded(text(200, body)) }
        guard case .malformedResponse(let reason) = error else {
            Issue.record("expected a malformed response, got \(String(describing: error))")
            return
        }
        #expect(!reason.contains("Hello") && !reason.contains("Sign in"))
    }

    @Test(arguments: [
        TransportError.cannotConnect, .connectionLost, .timedOut, .untrusted, .insecure, .redirectRefused,
        .responseTooLarge(limit: 9), .malformedResponse,
    ])
    func `a transport error reaches the caller unchanged`(failure: TransportError) async throws {
        let stub = StubTransport([.expect(.get, "/api/greeting", error: failure)])
        await #expect(throws: APIError.transport(failure)) {
            try await client(stub, retry: .never, time: clock).send(.read)
        }
    }

    @Test func `revalidating an unchanged resource returns nil`() async throws {
        let tag = EntityTag(rawValue: "\"7\"")
        let stub = StubTransport([
            .expect(.get, "/api/greeting", response: HTTPResponse(status: 304)),
            .expect(.get, "/api/greeting", response: try .success(greeting, entityTag: EntityTag(rawValue: "\"8\""))),
        ])
        let client = try client(stub, time: clock)
        #expect(try await client.revalidate(.read, since: tag) == nil)
        let changed = try #require(try await client.revalidate(.read, since: tag))
        #expect(changed.value == greeting)
        #expect(changed.entityTag == EntityTag(rawValue: "\"8\""))
        #expect(await stub.requests.map { $0.headers[.ifNoneMatch] } == ["\"7\"", "\"7\""])
    }

    @Test func `content is returned as sent, and an error response throws its problem`() async throws {
        let problem = Problem(code: .notFound, message: "There is no such photo.")
        let stub = StubTransport([
            .expect(.get, "/api/photo", response: text(200, "<svg/>", type: "image/svg+xml")),
            .expect(.get, "/api/photo", response: try .problem(404, problem)),
        ])
        let client = try client(stub, time: clock)
        let endpoint = Endpoint<Data>(Route(.get, "/photo"))
        #expect(try await client.content(of: endpoint) == Data("<svg/>".utf8))
        await #expect(throws: APIError.problem(status: 404, problem: problem)) {
            try await client.content(of: endpoint)
        }
        #expect(await stub.requests.map { $0.headers[.accept] } == ["*/*", "*/*"])
    }

    @Test func `unchanged content is nil only if the request has the tag of a copy`() async throws {
        let unchanged = StubTransport.Exchange.expect(.get, "/api/photo", response: HTTPResponse(status: 304))
        let client = try client(StubTransport([unchanged, unchanged]), time: clock)
        let endpoint = Endpoint<Data>(Route(.get, "/photo"))
        #expect(try await client.content(of: endpoint, since: EntityTag(rawValue: "\"7\"")) == nil)
        await #expect(throws: APIError.unexpectedStatus(304)) {
            _ = try await client.content(of: endpoint, since: nil)
        }
    }

    @Test func `an endpoint with a missing parameter sends no request`() async throws {
        let stub = StubTransport([])
        let client = try client(stub, time: clock)
        let endpoint = Endpoint<MessageData>(Route(.get, "/users/{id}"))
        await #expect(throws: APIError.invalidRequest(reason: "the parameter id of /users/{id} is missing")) {
            try await client.send(endpoint)
        }
        #expect(await stub.requests.isEmpty)
    }

    @Test func `every API error has a description`() {
        let errors: [APIError] = [
            .invalidRequest(reason: "the idempotency key is empty"), .transport(.untrusted), .deadlineExceeded,
            .problem(status: 422, problem: Problem(code: .codeExpired, message: "Ask for a new code.")),
            .unexpectedStatus(502), .malformedResponse(reason: "the body is empty"),
        ]
        for error in errors { #expect(error.errorDescription?.isEmpty == false) }
        #expect(APIError.transport(.timedOut).localizedDescription == TransportError.timedOut.localizedDescription)
    }
}
