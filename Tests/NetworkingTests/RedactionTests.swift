import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing

/// Printed, dumped and described values contain no tokens, codes, keys, addresses or bodies.
@Suite struct RedactionTests {
    private static let secret = "canary-7f3a"

    private func everyText(of value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return [String(describing: value), String(reflecting: value), "\(value)", dumped]
    }

    private func expectSilence(_ value: Any, sourceLocation: SourceLocation = #_sourceLocation) {
        for text in everyText(of: value) {
            #expect(!text.contains(Self.secret), sourceLocation: sourceLocation)
        }
    }

    @Test func `requests, responses and headers do not print secrets`() throws {
        let headers = HTTPHeaders(lenient: [
            (name: "authorization", value: Self.secret), (name: "set-cookie", value: Self.secret),
        ])
        let url = try #require(URL(string: "https://orbit.test/api/users?email=\(Self.secret)"))
        let request = HTTPRequest(method: .post, url: url, headers: headers, body: Data(Self.secret.utf8))
        expectSilence(headers)
        expectSilence(try #require(headers.fields.first))
        expectSilence(request)
        expectSilence(HTTPResponse(status: 200, headers: headers, body: Data(Self.secret.utf8)))
        #expect(request.description == "POST https://orbit.test/api/users [authorization, set-cookie] 11 bytes")
        let token = String(repeating: "ab", count: 32)
        let address = try #require(URL(string: "https://orbit.test/api/calendars/\(token)/meetups.ics"))
        #expect(
            HTTPRequest(method: .get, url: address).description
                == "GET https://orbit.test/api/calendars/…/meetups.ics [] 0 bytes")
        for (count, shown) in [(40, String(repeating: "a", count: 40)), (41, "…")] {
            let url = try #require(URL(string: "https://orbit.test/\(String(repeating: "a", count: count))"))
            #expect(HTTPRequest(method: .get, url: url).description == "GET https://orbit.test/\(shown) [] 0 bytes")
        }
    }

    @Test func `endpoints and forms do not print secrets`() throws {
        let endpoint = try Endpoint<MessageData>(
            Route(.post, "/users/{id}"), parameters: ["id": Self.secret], query: [("q", Self.secret)]
        )
        .json([Self.secret]).idempotent(IdempotencyKey(rawValue: Self.secret))
        expectSilence(endpoint)
        #expect(endpoint.description == "POST /users/{id} 15 bytes")
        var form = MultipartForm()
        form.append(Self.secret, name: Self.secret)
        expectSilence(form)
    }

    @Test func `the error for an invalid request does not print its parameters`() async throws {
        let client = try client(Fixed(body: ""), time: VirtualClock())
        let endpoint = Endpoint<MessageData>(Route(.post, "/users/{id}"), parameters: ["id": Self.secret, "x": "y"])
        let error = await #expect(throws: APIError.self) { try await client.send(endpoint) }
        expectSilence(try #require(error))
    }

    @Test func `an error with a problem does not print the problem's texts`() {
        let problem = Problem(
            code: .invalidInput, message: "\(Self.secret) is not an address.",
            fields: [
                FieldFailure(path: "email", code: FailureCode(rawValue: "x"), parameters: ["value": .text(Self.secret)])
            ],
            details: ["email": .text(Self.secret)])
        let error = APIError.problem(status: 422, problem: problem)
        expectSilence(error)
        #expect(error.description == "status 422: invalid_input")
    }

    @Test func `the error for an unreadable body does not print the body`() async throws {
        let bodies = [
            #"{"success": true, "data": {"message": {"token": "\#(Self.secret)"}}}"#,
            #"{"success": true, "data": "\#(Self.secret)"}"#,
            #"<html>\#(Self.secret)"#,
        ]
        for body in bodies {
            let client = try client(Fixed(body: body), retry: .never, time: VirtualClock())
            let error = await #expect(throws: APIError.self) { try await client.send(.read) }
            expectSilence(try #require(error))
            expectSilence(try #require(error).localizedDescription)
        }
    }

    private struct Fixed: HTTPTransport {
        let body: String

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            HTTPResponse(status: 200, body: Data(body.utf8))
        }
    }
}
