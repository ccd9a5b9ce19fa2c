import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import CampusServer

@Suite struct OperationRouteTests {
    private static let forwarded = HTTPField.Name("X-Forwarded-For")

    @Test(arguments: Carrier.allCases)
    func `the addresses of health and readiness respond with 200`(_ carrier: Carrier) async throws {
        try await ServerUnderTest().run(carrier) { client in
            for path in ["/health", "/ready"] {
                let response = try await client.execute(uri: path, method: .get)
                #expect(response.status == .ok, "\(path)")
            }
        }
    }

    @Test func `a server that is about to stop is not ready`() async throws {
        let server = try ServerUnderTest()
        server.server.state.beginShutdown()
        try await server.run(.router) { client in
            let response = try await client.execute(uri: "/ready", method: .get)
            #expect(response.status == .serviceUnavailable)
        }
    }

    @Test func `metrics have the pattern of a route and no identifier`() async throws {
        try await ServerUnderTest().run(.tcp) { client in
            _ = try await client.execute(uri: "/api/users/secret-id?token=hidden", method: .get)
            _ = try await client.execute(uri: "/api/else/hidden", method: .get)
            let text = try await client.execute(uri: "/metrics", method: .get).text
            #expect(text.contains(#"route="/api/users/{user_id}",status="401""#), "\(text)")
            #expect(text.contains(#"route="unknown",status="404""#))
            #expect(!text.contains("secret-id"))
            #expect(!text.contains("hidden"))
        }
    }

    @Test func `metrics include latencies, streams, connections and the work that waits`() async throws {
        try await ServerUnderTest().run(.tcp) { client in
            _ = try await client.execute(uri: "/health", method: .get)
            let text = try await client.execute(uri: "/metrics", method: .get).text
            let lines = text.split(separator: "\n").map(String.init)
            #expect(lines.contains(#"orbit_http_request_duration_seconds_count{route="/health"} 1"#), "\(text)")
            #expect(lines.contains("orbit_http_connections 1.0"))
            for name in [
                "orbit_event_streams", "orbit_http_body_bytes_in_flight", "orbit_http_response_bytes_in_flight",
                "orbit_jobs_pending", "orbit_jobs_oldest_seconds", "orbit_scheduled_due",
                "orbit_scheduled_oldest_seconds",
            ] {
                #expect(lines.contains("\(name) 0.0"), "\(name)")
            }
        }
    }

    @Test func `metrics are hidden from other machines without the token`() async throws {
        let name = try #require(Self.forwarded)
        try await ServerUnderTest { $0.metricsToken = "secret" }.run(.tcp) { client in
            for (credentials, status): (String?, HTTPResponse.Status) in [
                (nil, .notFound), ("Bearer other!", .notFound), ("Bearer secret", .ok),
            ] {
                var fields: HTTPFields = [name: "192.0.2.1"]
                fields[.authorization] = credentials
                let response = try await client.execute(uri: "/metrics", method: .get, headers: fields)
                #expect(response.status == status, "\(credentials ?? "no token")")
            }
        }
    }

    @Test(arguments: ["X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via"])
    func `metrics are hidden behind a proxy on the same machine`(_ name: String) async throws {
        let name = try #require(HTTPField.Name(name))
        try await ServerUnderTest().run(.tcp) { client in
            let response = try await client.execute(uri: "/metrics", method: .get, headers: [name: "for=192.0.2.1"])
            #expect(response.status == .notFound)
        }
    }

    @Test func `the pages of an unknown token are the same as those of an expired one`() async throws {
        try await ServerUnderTest().run(.router) { client in
            for path in ["/plans/\(String(repeating: "a", count: 64))", "/plans/x", "/plans/%3Cscript%3E"] {
                let response = try await client.execute(uri: path, method: .get)
                #expect(response.status == .notFound, "\(path)")
                #expect(response.text.contains("This link does not exist"))
                #expect(!response.text.contains("<script"))
            }
        }
    }

    @Test func `pages have a language, a title, one heading and a style without scripts`() async throws {
        try await ServerUnderTest().run(.router) { client in
            let style = try await client.execute(uri: "/pages.css", method: .get)
            #expect(style.status == .ok)
            #expect(style.headers[.contentType] == "text/css; charset=utf-8")
            for path in ["/contacts/ab", "/plans/ab"] {
                let response = try await client.execute(uri: path, method: .get)
                #expect(response.headers[.contentSecurityPolicy]?.contains("style-src 'self'") == true)
                let text = response.text
                for part in [#"<html lang="en">"#, #"name="viewport""#, "– Orbit</title>", #"href="/pages.css""#] {
                    #expect(text.contains(part), "\(path) has no \(part)")
                }
                #expect(text.components(separatedBy: "<h1").count == 2)
                #expect(!text.contains("<script") && !text.contains("style="))
            }
        }
    }

    @Test func `a browser is redirected from a shared link to its page`() async throws {
        try await ServerUnderTest().run(.router) { client in
            let response = try await client.execute(
                uri: "/api/shared-plans/abc123", method: .get, headers: [.accept: "text/html"])
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == "/plans/abc123")
        }
    }
}
