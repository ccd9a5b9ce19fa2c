import Foundation
import Networking
import OrbitModels
import Testing

@testable import BackendRuntime

@Suite struct RequestContextTests {
    private func call(parameters: [String: String]) throws -> RequestContext {
        let url = try #require(URL(string: "https://orbit.example/api/users/maya"))
        return RequestContext(
            request: HTTPRequest(method: .post, url: url), parameters: parameters, origin: "192.0.2.1",
            now: Date(timeIntervalSince1970: 0))
    }

    @Test func `a path parameter is read as a text and as an identifier`() throws {
        let call = try call(parameters: ["user_id": "u 1"])
        #expect(call.parameter("user_id") == "u 1")
        #expect(call.parameter("user_id", as: UserID.self) == "u 1")
    }

    @Test func `a path parameter that the pattern lacks is empty`() throws {
        let call = try call(parameters: ["user_id": "u_1"])
        #expect(call.parameter("meetup_id").isEmpty)
        #expect(call.parameter("meetup_id", as: MeetupID.self) == "")
    }
}
