import Foundation
import Networking
import OrbitModels
import Testing

@Suite struct ServerAddressTests {
    @Test(arguments: [
        ("https://orbit.example", "https://orbit.example"),
        ("https://orbit.example/", "https://orbit.example"),
        ("HTTPS://Orbit.Example/api/", "https://orbit.example/api"),
        ("https://orbit.example:8443/api/v1", "https://orbit.example:8443/api/v1"),
        ("https://xn--bcher-kva.example/api", "https://xn--bcher-kva.example/api"),
        ("https://10.0.0.30/api", "https://10.0.0.30/api"),
        ("https://[2001:db8::1]:8443/api", "https://[2001:db8::1]:8443/api"),
        ("http://localhost:8080/api", "http://localhost:8080/api"),
        ("http://127.0.0.1:8080/api", "http://127.0.0.1:8080/api"),
        ("http://127.255.0.9", "http://127.255.0.9"),
        ("http://[::1]:8080/api", "http://[::1]:8080/api"),
    ])
    func `a valid server address is normalised`(text: String, expected: String) throws {
        #expect(try ServerAddress(text).description == expected)
    }

    @Test func `a host name has at most 253 bytes`() throws {
        let labels = Array(repeating: String(repeating: "b", count: 63), count: 3).joined(separator: ".")
        let longest = "https://\(labels).\(String(repeating: "b", count: 61))"
        #expect(try ServerAddress(longest).description == longest)
        #expect(throws: ServerAddress.Invalid.host) { try ServerAddress(longest + "b") }
    }

    @Test func `the URL of a route has each parameter in a single segment`() throws {
        let server = try ServerAddress("https://orbit.example/api")
        let route = Route(.get, "/calendars/{token}/meetups.ics", access: .anyone)
        let expected = "https://orbit.example/api/calendars/a%2Fb%3F/meetups.ics"
        #expect(try server.url(of: route, parameters: ["token": "a/b?"]).absoluteString == expected)
        for parameters in [[:], ["token": ".."], ["token": ""], ["token": "a", "other": "b"]] {
            #expect(throws: APIError.self) { try server.url(of: route, parameters: parameters) }
        }
    }

    @Test(arguments: [
        ("", ServerAddress.Invalid.scheme),
        ("orbit.example/api", .scheme),
        ("ftp://orbit.example", .scheme),
        ("https:orbit.example", .scheme),
        ("//orbit.example", .scheme),
        ("javascript://orbit.example", .scheme),
        ("http://orbit.example", .insecure),
        ("http://10.0.0.30", .insecure),
        ("http://127.0.0.1.orbit.example", .insecure),
        ("http://127.1", .insecure),
        ("http://128.0.0.1", .insecure),
        ("http://127.0.0.256", .insecure),
        ("http://127.0.0.", .host),
        ("http://localhost.orbit.example", .insecure),
        ("http://0.0.0.0", .insecure),
        ("http://[::2]", .insecure),
        ("https://user@orbit.example", .credentials),
        ("https://user:secret@orbit.example", .credentials),
        ("https://stanford.edu@evil.example/", .credentials),
        ("https://orbit.example/@api", .credentials),
        ("https://orbit.example?x=1", .query),
        ("https://orbit.example/api?x=1", .query),
        ("https://orbit.example/api#top", .query),
        ("https://", .host),
        ("https:///api", .host),
        ("https://-orbit.example", .host),
        ("https://orbit..example", .host),
        ("https://orbit_example.org", .host),
        ("https://orbit.example\\evil.example", .host),
        ("https://orbit.example\r\nHost: evil", .host),
        ("https://ⓔxample.com/", .host),
        ("https://[::1", .host),
        ("https://[]", .host),
        ("https://[:]", .host),
        ("https://[::1]evil", .host),
        ("https://[v1.x]/", .host),
        ("https://orbit.example:", .port),
        ("https://orbit.example:0", .port),
        ("https://orbit.example:65536", .port),
        ("https://orbit.example:+80", .port),
        ("https://orbit.example:8o", .port),
        ("https://orbit.example:80:90", .port),
        ("https://orbit.example//api", .path),
        ("https://orbit.example/api//", .path),
        ("https://orbit.example/../api", .path),
        ("https://orbit.example/a pi", .path),
        ("https://orbit.example/%2e%2e", .path),
    ])
    func `an invalid server address is refused with its reason`(text: String, reason: ServerAddress.Invalid) {
        #expect(throws: reason) { try ServerAddress(text) }
        #expect(reason.errorDescription?.isEmpty == false)
    }
}
