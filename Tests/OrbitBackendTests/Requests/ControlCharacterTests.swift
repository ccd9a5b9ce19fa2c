import Foundation
import Networking
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Bytes 0 to 31 and 127 in paths, queries, header fields and bodies. Some stores end a text at a zero byte. A store
/// could read an identifier with a zero byte as another person's identifier.
@Suite struct ControlCharacterTests {
    private static let bytes: [UInt8] = Array(0...31) + [127]

    private let contract: Contract
    private let world: AuthorizationWorld
    private let samples: [RequestSample]
    private let token: String

    init() async throws {
        contract = try Contract.current.get()
        world = try await AuthorizationWorld.shared.value
        samples = try await RequestSample.all.value.filter { $0.column == .owner }
        token = try world.person(.owner).token.reveal
    }

    /// Sends a request of the owner that is valid except for a control character. Records an issue for a response that
    /// the contract does not allow.
    private func respond(
        to sample: RequestSample, on server: TestServer, _ change: (inout HTTPRequest) throws -> Void = { _ in }
    ) async throws -> HTTPResponse {
        var request = sample.request
        try request.headers.set(.authorization, to: "Bearer \(token)")
        try change(&request)
        let response = await server.backend.respond(to: request, origin: "192.0.2.1")
        let body = String(decoding: request.body.prefix(300), as: UTF8.self)
        let what: Comment = "\(sample.operation) \(request.url.absoluteString) \(body)"
        #expect(try contract.faults(in: response, to: request) == [], what)
        #expect((200..<500).contains(response.status), what)
        return response
    }

    /// The texts in the bodies of a request, each with its place.
    private func texts(of sample: RequestSample) -> [(draft: JSONDraft, place: Int, text: String)] {
        var texts: [(draft: JSONDraft, place: Int, text: String)] = []
        for draft in sample.bodies {
            for place in 0..<draft.count {
                guard case .scalar(let text) = draft.part(at: place), text.hasPrefix("\""), text.count > 2 else {
                    continue
                }
                texts.append((draft, place, String(text.dropFirst().dropLast())))
            }
        }
        return texts
    }

    /// Sends a body with another text at a place.
    private func respond(
        to sample: RequestSample, on server: TestServer, with text: String, at place: Int, of draft: JSONDraft
    ) async throws -> HTTPResponse {
        let changed = draft.replacing(place) { _ in .scalar(JSONDraft.quoted(text)) }
        return try await respond(to: sample, on: server) { $0.body = Data(changed.text.utf8) }
    }

    private static func escaped(_ byte: UInt8) -> String { (byte < 16 ? "%0" : "%") + String(byte, radix: 16) }

    @Test func `a path parameter with a control character or of more than 256 bytes is not found`() async throws {
        let server = try await world.copy()
        var count = 0
        for sample in samples {
            let pattern = try #require(contract.operations.first { $0.id == sample.operation }).path
            let names = pattern.split(separator: "/")
            let parts = sample.request.url.path(percentEncoded: true).split(separator: "/").map(String.init)
            for (place, name) in names.enumerated() where name.hasPrefix("{") {
                let victim = try world.person(.attendee).id
                let endings = Self.bytes.flatMap { [Self.escaped($0), "%3E\(victim)\(Self.escaped($0))z"] }
                for ending in endings + [String(repeating: "a", count: 256)] {
                    var changed = parts
                    changed[place + 1] += ending  // after the base path
                    let path = "https://orbit.example/" + changed.joined(separator: "/")
                    let response = try await respond(to: sample, on: server) {
                        $0.url = try #require(URL(string: path))
                    }
                    #expect(response.status == 404 && response.code == .notFound, "\(sample.operation) \(path)")
                    count += 1
                }
            }
        }
        #expect(count > 30 * Self.bytes.count)
    }

    @Test func `an identifier with a control character in a body is refused with its field`() async throws {
        let server = try await world.copy()
        let known = Set(world.identifiers.filter { !$0.key.hasPrefix("suspended") && $0.key.hasSuffix("_id") }.values)
        var operations: Set<String> = []
        for sample in samples {
            for (draft, place, text) in texts(of: sample) where known.contains(text) {
                operations.insert(sample.operation)
                for byte in Self.bytes {
                    let name = text + String(UnicodeScalar(byte)) + "z"
                    let response = try await respond(to: sample, on: server, with: name, at: place, of: draft)
                    let what: Comment = "\(sample.operation) \(byte)"
                    #expect(response.status == 422 && response.code == .invalidInput, what)
                    #expect(response.problem?.fields.first?.path.isEmpty == false, what)
                }
            }
        }
        #expect(operations.count > 5, "\(operations)")
    }

    @Test func `any other text in a body with a control character gets a response that is allowed`() async throws {
        for sample in samples where !sample.bodies.isEmpty {
            let server = try await world.copy()
            for (draft, place, text) in texts(of: sample) {
                for byte in [0, 31, 127] as [UInt8] {
                    let changed = text + String(UnicodeScalar(byte)) + "z"
                    _ = try await respond(to: sample, on: server, with: changed, at: place, of: draft)
                }
            }
        }
    }

    @Test func `a token or code with a control character is refused and does not count as an attempt`() async throws {
        let secrets = Set(["refresh_token", "code", "suspended_code"].compactMap { world.identifiers[$0] })
        var operations: Set<String> = []
        for sample in samples {
            let server = try await world.copy()
            for (draft, place, text) in texts(of: sample) where secrets.contains(text) {
                operations.insert(sample.operation)
                for byte in Self.bytes {
                    let secret = text + String(UnicodeScalar(byte)) + "z"
                    let response = try await respond(to: sample, on: server, with: secret, at: place, of: draft)
                    // Signing out with an unknown token succeeds, so the response does not depend on the token.
                    #expect(response.status >= 400 || sample.operation == "logOut", "\(sample.operation) \(byte)")
                }
            }
            guard operations.contains(sample.operation) else { continue }
            let use = sample.operation == "logOut" ? "refreshSession" : sample.operation
            let good = try #require(samples.first { $0.operation == use })
            let response = try await respond(to: good, on: server)
            #expect(response.status == 200, "\(sample.operation)")
        }
        #expect(operations.isSuperset(of: ["logOut", "refreshSession", "verifyCode", "readSuspension"]))
    }

    @Test func `a query value with a control character gets a response that the contract allows`() async throws {
        let names = try RequestSample.queryNames(of: contract)
        let cursor = ListCursor(rank: 1, key: "a").text(list: "matches")
        for sample in samples {
            let server = try await world.copy()
            for byte in Self.bytes {
                for value in ["a\(Self.escaped(byte))z", cursor + Self.escaped(byte)] {
                    _ = try await respond(to: sample, on: server) { request in
                        let query = names.map { "\($0)=\(value)" }.joined(separator: "&")
                        request.url = try #require(URL(string: request.url.absoluteString + "?" + query))
                    }
                }
            }
        }
    }

    /// Returns header fields whose values end with a text. The fields of a group are sent in one request.
    private func fields(endingWith ending: String) -> [[(name: String, value: String)]] {
        let names = ["If-Match", "If-None-Match", "Idempotency-Key", "Accept", "Last-Event-ID", "Accept-Language"]
        return [
            names.map { (name: $0, value: "a" + ending) },
            [(name: "Content-Type", value: "application/json; charset=utf-8" + ending)],
            [(name: "Content-Type", value: "multipart/form-data; boundary=b" + ending)],
            [(name: "Content-Type", value: "multipart/form-data; boundary=\"b\(ending)\"")],
            [(name: "Authorization", value: "Bearer " + token + ending)],
        ]
    }

    /// `HTTPHeaders` omits a field with any control character other than a tab, so only five bytes are sent.
    @Test(arguments: [0, 9, 10, 13, 127] as [UInt8])
    func `a header field with a control character gets a response that the contract allows`(_ byte: UInt8) async throws
    {
        let groups = fields(endingWith: String(UnicodeScalar(byte)) + "z")
        let open = Set(contract.operations.filter { $0.body["security"] == .array([]) }.map(\.id))
        for sample in samples {
            let server = try await world.copy()
            for group in groups {
                let replaced = Set(group.map { $0.name.lowercased() })
                let response = try await respond(to: sample, on: server) { request in
                    let kept = request.headers.fields.map { (name: $0.name.description, value: $0.value) }
                        .filter { !replaced.contains($0.name) }
                    request.headers = HTTPHeaders(lenient: kept + group)
                }
                if replaced == ["authorization"], !open.contains(sample.operation) {
                    #expect(response.status == 401, "\(sample.operation)")
                }
            }
        }
    }

    @Test func `a header field with a control character other than a tab is left out`() {
        for byte in Self.bytes where byte != 9 {
            let fields = fields(endingWith: String(UnicodeScalar(byte)) + "z").flatMap(\.self)
            #expect(HTTPHeaders(lenient: fields).fields.isEmpty, "\(byte)")
        }
    }

    @Test func `a cursor whose key has a control character is refused`() async throws {
        for byte in Self.bytes {
            let text = ListCursor(rank: 1, key: "a\(UnicodeScalar(byte))z").text(list: "matches")
            #expect(ListCursor(text, list: "matches") == nil, "\(byte)")
        }
    }
}
