import Foundation
import Testing
import TimeAndChance

@testable import Networking

@Suite struct RequestTargetTests {
    private func text(
        _ path: String, _ parameters: [String: String] = [:], query: [(name: String, value: String?)] = []
    ) throws -> String {
        try RequestTarget.text(path: path, parameters: parameters, query: query)
    }

    @Test func `parameters and query items are inserted into the target`() throws {
        #expect(try text("/discover/users") == "/discover/users")
        #expect(try text("/users/{id}/photos/{photo}", ["id": "u1", "photo": "7"]) == "/users/u1/photos/7")
        #expect(try text("/users", query: [("limit", "20"), ("cursor", nil), ("q", "")]) == "/users?limit=20&q=")
        #expect(try text("/users", query: [("cursor", nil)]) == "/users")
    }

    private static let hostile = [
        "../admin", "..%2fadmin", "%2e%2e", "...", " . ", "a/b", "/", "//evil.example", "\\..\\", "?x=1", "#top",
        "a&b=c",
        ";v=1", ":", "@", "+", " ", "%", "%00", "\0", "\r\nX-Injected: 1", "é", "e\u{301}", "\u{202E}", "．．", "👨‍👩‍👧‍👦",
        "\u{FFFF}", "http://evil.example/", String(repeating: "x", count: 10_000),
    ]

    @Test(arguments: hostile) func `a hostile parameter stays within its segment`(value: String) throws {
        #expect(try staysInPlace(value))
    }

    @Test func `ten thousand random parameters stay within their segments`() throws {
        let random = RandomSource.seeded(41)
        let values = (0..<10_000).map { _ in
            String(String.UnicodeScalarView((0...random.next() % 8).map { _ in scalar(from: random) }))
        }
        #expect(try values.allSatisfy { try [".", ".."].contains($0) || staysInPlace($0) })
    }

    /// Returns a random scalar. Half of them are ASCII, which has the dangerous characters.
    private func scalar(from random: RandomSource) -> Unicode.Scalar {
        let range: UInt64 = random.next() % 2 == 0 ? 0x80 : 0x11_0000
        return Unicode.Scalar(UInt32(truncatingIfNeeded: random.next() % range)) ?? "/"
    }

    /// Whether the value fills a segment and two query items of a URL, and each decodes to the same value.
    private func staysInPlace(_ value: String) throws -> Bool {
        let target = try text("/users/{id}/reputation", ["id": value], query: [("q", value), (value, "1")])
        guard let url = URL(string: "https://orbit.test/api" + target, encodingInvalidCharacters: false) else {
            return false
        }
        let segments = url.path(percentEncoded: true).split(separator: "/", omittingEmptySubsequences: false)
        let items = (url.query(percentEncoded: true) ?? "").split(separator: "&")
            .map { $0.split(separator: "=", omittingEmptySubsequences: false) }
        guard segments.count == 5, items.count == 2, items.allSatisfy({ $0.count == 2 }) else { return false }
        let places = [segments[3], items[0][1], items[1][0]]
        return url.scheme == "https" && url.host() == "orbit.test" && url.port == nil && url.user() == nil
            && url.fragment() == nil && segments[4] == "reputation"
            && places.allSatisfy {
                $0.removingPercentEncoding?.unicodeScalars.elementsEqual(value.unicodeScalars) == true
            }
    }

    @Test(arguments: ["", ".", ".."]) func `a parameter that is empty or a dot segment is refused`(value: String) {
        #expect(throws: APIError.invalidRequest(reason: "the parameter id of /users/{id} names no resource")) {
            try text("/users/{id}", ["id": value])
        }
    }

    @Test func `parameters that do not match the pattern are refused`() {
        #expect(throws: APIError.invalidRequest(reason: "the parameter id of /users/{id} is missing")) {
            try text("/users/{id}", ["ID": "1"])
        }
        #expect(throws: APIError.invalidRequest(reason: "/users/{id} has no parameter other")) {
            try text("/users/{id}", ["id": "1", "other": "2"])
        }
    }

    @Test(arguments: [
        "", "users", "//users", "/users/", "/users/../x", "/users/./x", "/us ers", "/users?x=1", "/users#top",
        "/users/{id",
        "/users/id}", "/users/x{id}", "/%2e%2e",
    ])
    func `a pattern with invalid segments is refused`(path: String) {
        #expect(throws: APIError.self) { try text(path, ["id": "1"]) }
        #expect(throws: APIError.self) { try text(path) }
    }
}
