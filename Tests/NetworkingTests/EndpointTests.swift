import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import Networking

/// The example in the documentation of `Endpoint`.
extension Endpoint<MessageData> {
    fileprivate static func wave(at user: UserID, note: String, key: IdempotencyKey) throws -> Self {
        try Endpoint(Route(.post, "/users/{user_id}/waves"), parameters: ["user_id": user.rawValue])
            .json(["note": note])
            .idempotent(key)
    }
}

@Suite struct EndpointTests {
    private func request(_ endpoint: Endpoint<MessageData>) throws -> HTTPRequest {
        try endpoint.request(to: try ServerAddress("https://orbit.test/api"), accepting: "application/json")
    }

    @Test func `the documented example creates the documented request`() throws {
        let request = try request(.wave(at: "u 1", note: "Hi!", key: IdempotencyKey(rawValue: "k")))
        #expect(request.method == .post)
        #expect(request.url.absoluteString == "https://orbit.test/api/users/u%201/waves")
        #expect(request.body == Data(#"{"note":"Hi!"}"#.utf8))
        #expect(request.headers[.idempotencyKey] == "k")
    }

    @Test func `a body with infinity is refused`() {
        #expect(throws: APIError.invalidRequest(reason: "the body cannot be written as JSON")) {
            try Endpoint.write.json([Double.infinity])
        }
    }

    @Test func `a request without a body has no content type`() throws {
        let request = try request(.read)
        #expect(request.body.isEmpty)
        #expect(request.headers.fields.map(\.name) == [.accept])
    }

    @Test(arguments: ["\r\nX-Injected: 1", "\n", "\r", "\0", "\u{1}", "\u{1F}", "\u{7F}", "a\r\n\r\nGET / HTTP/1.1"])
    func `a header value with control characters is refused`(evil: String) {
        for value in [evil, "k" + evil, evil + "k"] {
            #expect(throws: APIError.invalidRequest(reason: "the header idempotency-key has a control character")) {
                try request(.write.idempotent(IdempotencyKey(rawValue: value)))
            }
            #expect(throws: APIError.invalidRequest(reason: "the header if-match has a control character")) {
                try request(.write.ifMatch(EntityTag(rawValue: value)))
            }
            var endpoint = Endpoint.write
            endpoint.ifNoneMatch = EntityTag(rawValue: value)
            #expect(throws: APIError.self) { try request(endpoint) }
            endpoint = .write
            endpoint.contentType = value
            #expect(throws: APIError.self) { try request(endpoint) }
        }
    }

    @Test func `an empty idempotency key is refused`() {
        #expect(throws: APIError.invalidRequest(reason: "the idempotency key is empty")) {
            try request(.write.idempotent(IdempotencyKey(rawValue: "")))
        }
    }

    @Test func `random keys have 128 bits and are determined by their source`() {
        let random = RandomSource.seeded(3)
        let keys = Set((0..<1_000).map { _ in IdempotencyKey.random(from: random) })
        #expect(keys.count == 1_000)
        #expect(keys.allSatisfy { $0.rawValue.count == 32 && $0.rawValue.allSatisfy(\.isHexDigit) })
        #expect(IdempotencyKey.random(from: .seeded(5)) == IdempotencyKey.random(from: .seeded(5)))
        #expect(IdempotencyKey.random(from: .system) != IdempotencyKey.random(from: .system))
    }
}
