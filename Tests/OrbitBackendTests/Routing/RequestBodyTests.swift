import Auth
import Foundation
import Networking
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct RequestBodyTests {
    private let server = TestServer()

    private func post(_ body: Data, type: String?) async throws -> HTTPResponse {
        try await server.send(
            .post, "/auth/send-code", headers: type.map { [("Content-Type", $0)] } ?? [], body: body)
    }

    @Test(arguments: [
        "application/json", "Application/JSON", "application/json;charset=UTF-8",
        "application/json ; charset=\"utf-8\"",
        "application/json; version=1", "application/json;",
    ])
    func `JSON is read with any valid spelling of its content type`(_ type: String) async throws {
        #expect(try await post(Data(#"{"email":"maya@stanford.edu"}"#.utf8), type: type).status == 200)
    }

    @Test(arguments: [
        nil, "", "text/plain", "application/json; charset=latin1", "application/jsonp", "json", "/", "application/",
        "application/json; charset", "application/json; =", "application/json; charset=\"utf-8", "application/json x",
        "application/json; charset=utf-8; charset=utf-16", "application/x-www-form-urlencoded", "🪐/🪐",
    ])
    func `an unexpected content type is refused with the expected type`(_ type: String?) async throws {
        let response = try await post(Data(#"{"email":"maya@stanford.edu"}"#.utf8), type: type)
        #expect(response.status == 415)
        #expect(response.code == .unsupportedMediaType)
        #expect(response.field("accept") == "application/json")
    }

    @Test(arguments: [
        "", " ", "{", "}", "null", "true", "[]", "{}", "\"maya@stanford.edu\"", #"{"email":null}"#, #"{"email":1}"#,
        #"{"email":["maya@stanford.edu"]}"#, #"{"Email":"maya@stanford.edu"}"#, #"{'email':'maya@stanford.edu'}"#,
        #"{"email":"maya@stanford.edu"} x"#, "{\"email\":\"\u{1}\"}", #"{"email":"\ud800"}"#, "\u{0}",
    ])
    func `a body other than the expected object is malformed`(_ body: String) async throws {
        let response = try await post(Data(body.utf8), type: "application/json")
        #expect(response.status == 400)
        #expect(response.code == .malformedRequest)
        #expect(server.mailTransport.count == 0)
    }

    @Test(arguments: [
        ("[]", "the value is not an object"), ("true", "the value is not an object"),
        (#"{"email":1}"#, "email is not a string"), (#"{"email":{}}"#, "email is not a string"),
    ])
    func `the problem of a value of another type has the words of JSON`(_ body: String, _ reason: String) async throws {
        let response = try await post(Data(body.utf8), type: "application/json")
        #expect(response.problem?.message == "The request could not be read: \(reason).")
    }

    @Test(arguments: [
        (#"{"email":"maya@stanford.edu","replaces":null}"#, "replaces is null"),
        (#"{"email":"maya@stanford.edu","device_token":null}"#, "device_token is null"),
        (#"{"email":"maya@stanford.edu","replaces":7}"#, "replaces is not a string"),
    ])
    func `null or a number for a member that may be missing is malformed`(_ body: String, _ reason: String)
        async throws
    {
        let response = try await post(Data(body.utf8), type: "application/json")
        #expect(response.status == 400)
        #expect(response.problem?.message == "The request could not be read: \(reason).")
        #expect(server.mailTransport.count == 0)
    }

    @Test func `a member that the operation does not describe is ignored, also if it is null`() async throws {
        let body = Data(#"{"email":"maya@stanford.edu","more":null,"id":7}"#.utf8)
        #expect(try await post(body, type: "application/json").status == 200)
    }

    @Test(arguments: [[0xFF, 0xFE], [0xC3, 0x28], [0x00], [0xEF, 0xBB, 0xBF], [0xED, 0xA0, 0x80]] as [[UInt8]])
    func `bytes that are not valid JSON text are malformed`(_ bytes: [UInt8]) async throws {
        #expect(try await post(Data(bytes), type: "application/json").code == .malformedRequest)
    }

    @Test(arguments: ["[", #"{"a":"#])
    func `a deeply nested body is malformed`(_ opening: String) async throws {
        let body = Data(String(repeating: opening, count: 60_000 / opening.utf8.count).utf8)
        #expect(try await post(body, type: "application/json").code == .malformedRequest)
    }

    @Test func `a body over the limit is refused with status 413`() async throws {
        let limit = 64 * 1_024
        let fits = Data(#"{"email":""}"#.utf8) + Data(repeating: 0x20, count: limit - 12)
        #expect(try await post(fits, type: "application/json").status == 422)
        let response = try await post(fits + Data([0x20]), type: "application/json")
        #expect(response.status == 413)
        #expect(response.code == .payloadTooLarge)
        #expect(response.problem?.details["max_bytes"] == .integer(limit))
    }

    @Test func `a problem names the wrong member but does not repeat its value`() async throws {
        let response = try await post(Data(#"{"email":{"secret-word":"hush"}}"#.utf8), type: "application/json")
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(response.status == 400)
        #expect(text.contains("email"))
        #expect(!text.contains("hush"))
    }
}
