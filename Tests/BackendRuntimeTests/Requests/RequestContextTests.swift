import Foundation
import Networking
import OrbitModels
import Testing

@testable import BackendRuntime

@Suite struct RequestContextTests {
    private func call(
        parameters: [String: String] = [:], headers: [(name: String, value: String)] = [], body: String = ""
    ) throws -> RequestContext {
        let url = try #require(URL(string: "https://orbit.example/api/users/maya"))
        let request = HTTPRequest(
            method: .post, url: url, headers: HTTPHeaders(lenient: headers), body: Data(body.utf8))
        return RequestContext(
            request: request, parameters: parameters, origin: "192.0.2.1", now: Date(timeIntervalSince1970: 0))
    }

    @Test func `a parameter of the path is read as a text and as an identifier`() throws {
        let call = try call(parameters: ["user_id": "u 1"])
        #expect(call.parameter("user_id") == "u 1")
        #expect(call.parameter("user_id", as: UserID.self) == "u 1")
    }

    @Test func `a parameter that the pattern does not have is empty`() throws {
        let call = try call(parameters: ["user_id": "u_1"])
        #expect(call.parameter("meetup_id").isEmpty)
        #expect(call.parameter("meetup_id", as: MeetupID.self) == "")
    }

    private struct Note: Codable, Sendable {
        let note: String
    }

    @Test func `the payload of a body is its JSON, whatever its spelling and its check`() throws {
        let reader = BodyReader<Note>.json.checked { _, _ -> String in throw HTTPProblem.notFound }
        let call = try call(
            headers: [("Content-Type", "application/json")], body: #"{ "more": 1, "note" : "En\u006fugh." }"#)
        #expect(try reader.read(call).jsonPayload == [#"{"note":"Enough."}"#])
    }
}
