import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Profiles
import Testing
import TimeAndChance
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct MultipartReaderTests {
    private func parts(_ body: String, boundary: String = "b") -> [String: String]? {
        MultipartReader.parts(of: Data(body.utf8), boundary: boundary).map { parts in
            Dictionary(parts.map { ($0.name, String(decoding: $0.content, as: UTF8.self)) }) { $1 }
        }
    }

    private func part(_ name: String, _ content: String) -> String {
        "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(content)\r\n"
    }

    @Test func `parts are read with their names and contents`() {
        #expect(parts(part("a", "1") + part("b", "") + "--b--") == ["a": "1", "b": ""])
    }

    @Test func `a preamble, padding, other headers and an epilogue are passed over`() {
        let body = "hello\r\n--b \t\r\nX: y\r\nCONTENT-DISPOSITION:form-data;name=a\r\n\r\n1\r\n--b--\r\nbye"
        #expect(parts(body) == ["a": "1"])
    }

    @Test func `a part may contain any text except its boundary`() {
        let content = "\r\n--a\r\n--\r\n-b\r\n --b\r\n\r\n"
        #expect(parts(part("a", content) + "--b--") == ["a": content])
    }

    @Test func `a form without parts is read as empty`() {
        #expect(parts("--b--")?.isEmpty == true)
    }

    @Test(arguments: [
        "", "--", "--b", "--b\r\n", "--b\r\n--b--", "--bContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b--",
        "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1", "--b\r\n\r\n1\r\n--b--",
        "--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--",
        "--b\r\nContent-Disposition: attachment; name=a\r\n\r\n1\r\n--b--",
        "--b\r\nContent-Disposition: form-data; name=\"a\r\n\r\n1\r\n--b--",
        "--b\r\nContent-Disposition: form-data; name=a; name=b\r\n\r\n1\r\n--b--",
        "--b\nContent-Disposition: form-data; name=a\n\n1\n--b--",
    ])
    func `a broken form is not read`(_ body: String) {
        #expect(parts(body) == nil)
    }

    @Test func `a form with too many parts or too long headers is not read`() {
        #expect(parts((0..<9).map { part("\($0)", "") }.joined() + "--b--") == nil)
        #expect(parts((0..<8).map { part("\($0)", "") }.joined() + "--b--")?.count == 8)
        let disposition = "Content-Disposition: form-data; name=a\r\n\r\n"
        for (bytes, isRead) in [(4_096, true), (4_097, false)] {
            let filler = String(repeating: "x", count: bytes - disposition.utf8.count - "X: \r\n".utf8.count)
            #expect((parts("--b\r\nX: \(filler)\r\n\(disposition)1\r\n--b--") != nil) == isRead)
        }
        #expect(parts("----", boundary: "") == nil)
        #expect(parts("--b--", boundary: String(repeating: "b", count: 71)) == nil)
    }

    @Test func `a truncated form is not read`() {
        let body = Data((part("a", "1") + part("photo", "2") + "--b--").utf8)
        for length in 0..<body.count {
            #expect(MultipartReader.parts(of: body.prefix(length), boundary: "b") == nil)
        }
        #expect(MultipartReader.parts(of: body, boundary: "b")?.count == 2)
    }

    @Test func `a photo uploaded by the client is read back unchanged`() async throws {
        let server = TestServer()
        let grant = try await server.signIn("maya@stanford.edu")
        let client = APIClient(
            server: try ServerAddress("https://orbit.example/api"), transport: InProcessTransport(server.backend),
            middleware: [Bearer(token: grant.accessToken)], time: server.clock)
        let profiles = ProfileService(client: client, random: .seeded(3))
        let photo = try await profiles.uploadPhoto(CleanPhoto(TestImage.png()))
        #expect(try await profiles.photo(photo.id, of: grant.userID) == TestImage.png())
    }
}

private struct Bearer: HTTPMiddleware {
    let token: AccessToken

    func intercept(
        _ request: HTTPRequest, route: Route, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        var request = request
        try request.headers.set(.authorization, to: "Bearer \(token.reveal)")
        return try await next(request)
    }
}
