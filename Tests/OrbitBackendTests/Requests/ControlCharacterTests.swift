import Foundation
import Networking
import OrbitModels
import Testing

@testable import OrbitBackend

/// Bytes 0 to 31 and 127 wherever a request names something. Some stores end a text at a zero byte, so a name with one
/// could be another person's name.
@Suite struct ControlCharacterTests {
    private static let bytes: [UInt8] = Array(0...31) + [127]

    private let world: AuthorizationWorld
    private let samples: [RequestSample]
    private let token: String

    init() async throws {
        world = try await AuthorizationWorld.shared.value
        samples = try await RequestSample.all.value.filter { $0.column == .owner }
        token = try world.person(.owner).token.reveal
    }

    /// Requests of the owner that are good in all but a control character.
    private func respond(
        to sample: RequestSample, on server: TestServer, _ change: (inout HTTPRequest) throws -> Void
    ) async throws -> HTTPResponse {
        var request = sample.request
        try request.headers.set(.authorization, to: "Bearer \(token)")
        try change(&request)
        return await server.backend.respond(to: request, origin: "192.0.2.1")
    }

    private static func escaped(_ byte: UInt8) -> String { (byte < 16 ? "%0" : "%") + String(byte, radix: 16) }

    @Test func `a path parameter with a control character or of more than 256 bytes is not found`() async throws {
        let (server, contract) = (try await world.copy(), try Contract.current.get())
        var count = 0
        for sample in samples {
            let pattern = try #require(contract.handlers.first { $0.operation == sample.operation }).path
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

    @Test func `an identifier in a body with a control character is refused and the response names its field`()
        async throws
    {
        let server = try await world.copy()
        let known = Set(world.identifiers.filter { !$0.key.hasPrefix("suspended") && $0.key.hasSuffix("_id") }.values)
        var operations: Set<String> = []
        for sample in samples {
            for draft in sample.bodies {
                for place in 0..<draft.count {
                    guard case .scalar(let text) = draft.part(at: place), text.hasPrefix("\""), text.count > 2,
                        known.contains(String(text.dropFirst().dropLast()))
                    else { continue }
                    operations.insert(sample.operation)
                    for byte in Self.bytes {
                        let name = String(text.dropFirst().dropLast()) + String(UnicodeScalar(byte)) + "z"
                        let changed = draft.replacing(place) { _ in .scalar(JSONDraft.quoted(name)) }
                        let response = try await respond(to: sample, on: server) { $0.body = Data(changed.text.utf8) }
                        let what: Comment = "\(sample.operation) \(changed.text.prefix(300))"
                        #expect(response.status == 422 && response.code == .invalidInput, what)
                        #expect(response.problem?.fields.first?.path.isEmpty == false, what)
                    }
                }
            }
        }
        #expect(operations.count > 5, "\(operations)")
    }

    @Test func `a query value or a header field with a control character has a response of the contract`() async throws
    {
        let server = try await world.copy()
        let names = try RequestSample.queryNames(of: Contract.current.get())
        let cursor = ListCursor(rank: 1, key: "a").text(list: "matches")
        for sample in samples {
            for byte in Self.bytes {
                let values = ["a\(Self.escaped(byte))z", cursor + Self.escaped(byte)]
                for value in values {
                    let response = try await respond(to: sample, on: server) { request in
                        let query = names.map { "\($0)=\(value)" }.joined(separator: "&")
                        request.url = try #require(URL(string: request.url.absoluteString + "?" + query))
                    }
                    #expect(response.status < 500, "\(sample.operation) \(value)")
                }
                let response = try await respond(to: sample, on: server) { request in
                    let text = "a" + String(UnicodeScalar(byte)) + "z"
                    let names = [
                        "If-Match", "If-None-Match", "Idempotency-Key", "Accept", "Last-Event-ID", "Accept-Language",
                    ]
                    let fields = request.headers.fields.map { (name: $0.name.description, value: $0.value) }
                    request.headers = HTTPHeaders(lenient: fields + names.map { (name: $0, value: text) })
                }
                #expect(response.status < 500, "\(sample.operation) \(byte)")
            }
        }
    }

    @Test func `a cursor whose key has a control character is refused`() async throws {
        for byte in Self.bytes {
            let text = ListCursor(rank: 1, key: "a\(UnicodeScalar(byte))z").text(list: "matches")
            #expect(ListCursor(text, list: "matches") == nil, "\(byte)")
        }
    }
}
