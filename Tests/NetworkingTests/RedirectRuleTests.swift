import Foundation
import Testing
import TimeAndChance

@testable import Networking

@Suite struct RedirectRuleTests {
    private func follow(
        _ location: String?, from source: String = "https://orbit.test/api/old?q=1", method: HTTPMethod = .get,
        status: Int = 307, count: Int = 0
    ) throws -> HTTPRequest? {
        var request = HTTPRequest(method: method, url: try #require(URL(string: source)), body: Data("body".utf8))
        try request.headers.set(.authorization, to: "Bearer secret")
        try request.headers.set(.contentType, to: "application/json")
        let fields = location.map { [(name: "location", value: $0)] } ?? []
        let response = HTTPResponse(status: status, headers: HTTPHeaders(lenient: fields))
        return try RedirectRule.request(following: response, to: request, count: count)
    }

    @Test(arguments: [
        ("https://orbit.test/new", "https://orbit.test/new"),
        ("https://ORBIT.test:443/new", "https://ORBIT.test:443/new"),
        ("/new?a=b", "https://orbit.test/new?a=b"),
        ("new", "https://orbit.test/api/new"),
        ("//orbit.test/new", "https://orbit.test/new"),
        ("?q=2", "https://orbit.test/api/old?q=2"),
    ])
    func `a redirect within the origin keeps its credentials and body`(location: String, target: String) throws {
        let next = try #require(try follow(location))
        #expect(next.url.absoluteString == target)
        #expect(next.headers[.authorization] == "Bearer secret")
        #expect(next.body == Data("body".utf8))
    }

    @Test(arguments: [
        "http://orbit.test/new", "https://orbit.test:8443/new", "https://evil.example/new", "//evil.example/new",
        "https://orbit.test.evil.example/", "https://api.orbit.test/", "https://orbit.test@evil.example/",
        "https://user:secret@orbit.test/", "ftp://orbit.test/", "javascript:alert(1)", "data:text/html,x",
        "file:///etc/passwd",
        "https:///new", "https://:443/new", "\\\\evil.example", "https://orbit.test\\@evil.example/",
    ])
    func `a redirect out of the origin is refused`(location: String) throws {
        for status in [301, 302, 303, 307, 308] {
            do {
                // A location may be read as a path below the origin, which is harmless. All other locations must be
                // refused.
                let next = try follow(location, status: status)
                #expect(next.map { $0.url.absoluteString.hasPrefix("https://orbit.test/") } ?? true)
            } catch {
                #expect(error as? TransportError == .redirectRefused)
            }
        }
    }

    @Test func `a redirect between loopback servers may not change the host or port`() {
        #expect(throws: TransportError.redirectRefused) {
            try follow("http://127.0.0.1:81/", from: "http://127.0.0.1:80/")
        }
        #expect(throws: TransportError.redirectRefused) {
            try follow("http://localhost:80/", from: "http://127.0.0.1:80/")
        }
    }

    @Test(arguments: [200, 300, 304, 305, 306, 400]) func `a status other than a redirect is not followed`(status: Int)
        throws
    {
        #expect(try follow("https://evil.example/", status: status) == nil)
    }

    @Test func `a redirect without a readable location is a response`() throws {
        #expect(try follow(nil) == nil)
        #expect(try follow("") == nil)
        #expect(try follow("http://[::1") == nil)
    }

    @Test func `the sixth redirect in a row is refused`() throws {
        #expect(try follow("/new", count: 4) != nil)
        #expect(throws: TransportError.redirectRefused) { try follow("/new", count: 5) }
    }

    @Test(arguments: [("/new", false), ("https://evil.example/", true)])
    func `a response that redirects is dropped, also if its redirect is refused`(location: String, isRefused: Bool)
        async throws
    {
        let dropped = LockedState<[String]>([])
        let start = HTTPRequest(method: .get, url: try #require(URL(string: "https://orbit.test/old")))
        do throws(TransportError) {
            let last = try await RedirectRule.follow(start) { request throws(TransportError) in
                let isFirst = request.url.path() == "/old"
                let fields = isFirst ? [(name: "location", value: location)] : []
                let head = HTTPResponse(status: isFirst ? 307 : 200, headers: HTTPHeaders(lenient: fields))
                return (request.url.path(), head)
            } drop: { path in
                dropped.withLock { $0.append(path) }
            }
            #expect(last == "/new" && !isRefused)
        } catch {
            #expect(error == .redirectRefused && isRefused)
        }
        #expect(dropped.withLock { $0 } == ["/old"])
    }

    @Test func `redirects change methods as in RFC 9110`() throws {
        for (method, status, expected) in [
            (HTTPMethod.post, 301, HTTPMethod.get), (.post, 302, .get), (.post, 303, .get), (.put, 303, .get),
            (.post, 307, .post), (.post, 308, .post), (.put, 301, .put), (.delete, 302, .delete), (.head, 303, .head),
        ] {
            let next = try #require(try follow("/new", method: method, status: status))
            #expect(next.method == expected)
            #expect(next.body.isEmpty == (method != expected))
            #expect((next.headers[.contentType] == nil) == (method != expected))
        }
    }
}
