import Foundation
import NetworkingTesting
import OrbitModels
import Testing

@testable import Networking

@Suite struct StrictResponseTests {
    @Test(arguments: [
        #"{"success":true,"data":{"message":"Hello"},}"#, #"{"success":true,"data":{"message":"Hello","more":[1,]}}"#,
        #"{"success":true,"data":{"message":"Hello","more":0x1}}"#, #"{"success":true,"data":{"message":"Hello"}} {"#,
    ])
    func `a response that is not strict JSON in UTF-8 is refused`(body: String) async throws {
        for data in [
            Data(body.utf8), try #require(#"{"success":true,"data":{"message":"Hi"}}"#.data(using: .utf16LittleEndian)),
        ] {
            let stub = StubTransport([.expect(.get, "/api/greeting", response: HTTPResponse(status: 200, body: data))])
            let api = try client(stub, retry: RetryPolicy(maxAttempts: 1), time: VirtualClock())
            await #expect(throws: APIError.self) { try await api.send(.read) }
        }
    }

    @Test func `a response with too many combining marks is refused`() async throws {
        let tower = "a" + String(repeating: "\u{301}\u{316}", count: 5_000)
        for body in ["{\"\(tower)\":1}", "{\"success\":true,\"data\":{\"message\":\"\(tower)\"}}"] {
            let response = HTTPResponse(status: 200, body: Data(body.utf8))
            let stub = StubTransport([.expect(.get, "/api/greeting", response: response)])
            let api = try client(stub, retry: RetryPolicy(maxAttempts: 1), time: VirtualClock())
            await #expect(throws: APIError.malformedResponse(reason: "a letter carries too many combining marks")) {
                try await api.send(.read)
            }
        }
    }

    @Test func `a response with too many values is refused`() async throws {
        let values = String(repeating: "1,", count: 600_000)
        let body = Data("{\"success\":true,\"data\":[\(values)1]}".utf8)
        let stub = StubTransport([.expect(.get, "/api/greeting", response: HTTPResponse(status: 200, body: body))])
        let api = try client(stub, retry: RetryPolicy(maxAttempts: 1), time: VirtualClock())
        await #expect(throws: APIError.malformedResponse(reason: "the document has too many values")) {
            try await api.send(.read)
        }
    }
}
