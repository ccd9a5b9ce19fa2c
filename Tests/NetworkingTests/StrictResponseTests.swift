import Foundation
import NetworkingTesting
import OrbitModels
import Testing

@testable import Networking

@Suite struct StrictResponseTests {
    /// A payload that cannot be decoded. An attempt fails with the reason "it could not be read".
    private struct UndecodablePayload: Decodable {
        struct Attempt: Error {}

        init(from decoder: any Decoder) throws { throw Attempt() }
    }

    /// Requests an undecodable payload from a server that responds with `body`.
    private func send(_ body: Data) async throws {
        let stub = StubTransport([.expect(.get, "/api/greeting", response: HTTPResponse(status: 200, body: body))])
        let api = try client(stub, retry: RetryPolicy(maxAttempts: 1), time: VirtualClock())
        _ = try await api.send(Endpoint<UndecodablePayload>(Route(.get, "/greeting")))
    }

    @Test func `the payload of a strict response is decoded`() async throws {
        await #expect(throws: APIError.malformedResponse(reason: "it could not be read")) {
            try await send(Data(#"{"success":true,"data":{"message":"Hello"}}"#.utf8))
        }
    }

    @Test(arguments: [
        #"{"success":true,"data":{"message":"Hello"},}"#, #"{"success":true,"data":{"message":"Hello","more":[1,]}}"#,
        #"{"success":true,"data":{"message":"Hello","more":0x1}}"#, #"{"success":true,"data":{"message":"Hello"}} {"#,
    ])
    func `a response that is not strict JSON in UTF-8 is refused before its payload is decoded`(body: String)
        async throws
    {
        for data in [
            Data(body.utf8), try #require(#"{"success":true,"data":{"message":"Hi"}}"#.data(using: .utf16LittleEndian)),
        ] {
            await #expect(throws: APIError.malformedResponse(reason: "the document is not valid JSON")) {
                try await send(data)
            }
        }
    }

    @Test(arguments: ["[]", " 1", "<html>"])
    func `a response that is not an object is refused`(body: String) async throws {
        await #expect(throws: APIError.malformedResponse(reason: "the body is not a JSON object")) {
            try await send(Data(body.utf8))
        }
    }

    @Test func `a response with too many combining marks is refused before its payload is decoded`() async throws {
        let tower = "a" + String(repeating: "\u{301}\u{316}", count: 5_000)
        for body in ["{\"\(tower)\":1}", "{\"success\":true,\"data\":{\"message\":\"\(tower)\"}}"] {
            await #expect(throws: APIError.malformedResponse(reason: "a letter carries too many combining marks")) {
                try await send(Data(body.utf8))
            }
        }
    }

    @Test func `a response with too many values is refused before its payload is decoded`() async throws {
        let values = String(repeating: "1,", count: 600_000)
        let body = Data("{\"success\":true,\"data\":[\(values)1]}".utf8)
        await #expect(throws: APIError.malformedResponse(reason: "the document has too many values")) {
            try await send(body)
        }
    }
}
