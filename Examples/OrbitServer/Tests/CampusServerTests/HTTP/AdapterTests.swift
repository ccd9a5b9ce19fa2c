import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import CampusServer

/// The adapter from HTTP to the backend, over each carrier.
@Suite struct AdapterTests {
    private static let json: HTTPFields = [.contentType: "application/json"]

    @Test(arguments: Carrier.allCases)
    func `a code is sent over HTTP`(_ carrier: Carrier) async throws {
        try await ServerUnderTest().run(carrier) { client in
            let response = try await client.execute(
                uri: "/api/auth/send-code", method: .post, headers: Self.json,
                body: ByteBuffer(string: #"{"email":"maya@orbit.example"}"#))
            #expect(response.status == .ok, "\(response.text)")
            #expect(response.text.contains("challenge_id"))
            #expect(response.headers[.contentLength] == "\(response.body.readableBytes)")
        }
    }

    @Test(arguments: Carrier.allCases)
    func `an unknown address gets 404 in the envelope`(_ carrier: Carrier) async throws {
        try await ServerUnderTest().run(carrier) { client in
            for path in ["/api/nothing", "/", "/api/users/%2e%2e/admin", "/metrics/../api"] {
                let response = try await client.execute(uri: path, method: .get)
                #expect(response.status == .notFound, "\(path)")
                #expect(response.code == "not_found")
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func `an unknown method gets 405 with Allow`(_ carrier: Carrier) async throws {
        try await ServerUnderTest().run(carrier) { client in
            let response = try await client.execute(uri: "/api/auth/send-code", method: .put)
            #expect(response.status == .methodNotAllowed)
            #expect(response.headers[.allow] == "POST")
        }
    }

    @Test(arguments: Carrier.allCases)
    func `a HEAD request gets no body`(_ carrier: Carrier) async throws {
        try await ServerUnderTest().run(carrier) { client in
            for path in ["/api/pokes", "/api/%", "/metrics"] {
                let response = try await client.execute(uri: path, method: .head)
                #expect(response.body.readableBytes == 0, "\(path)")
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func `a body above the limit gets 413`(_ carrier: Carrier) async throws {
        try await ServerUnderTest { $0.limits.bodyBytes = 1_000 }.run(carrier) { client in
            let response = try await client.execute(
                uri: "/api/auth/send-code", method: .post, headers: Self.json,
                body: ByteBuffer(repeating: UInt8(ascii: " "), count: 1_001))
            #expect(response.status == .contentTooLarge)
            #expect(response.code == "payload_too_large")
        }
    }

    @Test func `bodies beyond the bytes in flight get 503 and Retry-After`() async throws {
        try await ServerUnderTest { $0.limits.bodyBytesInFlight = 10 }.run(.router) { client in
            let response = try await client.execute(
                uri: "/api/auth/send-code", method: .post, headers: Self.json,
                body: ByteBuffer(repeating: UInt8(ascii: " "), count: 11))
            #expect(response.status == .serviceUnavailable)
            #expect(response.headers[.retryAfter] == "2")
        }
    }

    @Test func `a header field above 8 KiB gets 431 on a socket`() async throws {
        try await ServerUnderTest().run(.tcp) { client in
            let response = try await client.execute(
                uri: "/health", method: .get, headers: [.userAgent: String(repeating: "a", count: 9 * 1_024)])
            #expect(response.status.code == 431)
            #expect(response.code == "payload_too_large")
            #expect(response.headers[.xContentTypeOptions] == "nosniff")
        }
    }

    @Test func `a truncated body is not passed to the backend`() async throws {
        try await ServerUnderTest().run(.router) { client in
            var fields = Self.json
            fields[.contentLength] = "100"
            let response = try await client.execute(
                uri: "/api/auth/send-code", method: .post, headers: fields)
            #expect(response.status == .badRequest)
            #expect(response.code == "malformed_request")
        }
    }

    @Test func `a website on the allowed origin can read responses and their fields`() async throws {
        try await ServerUnderTest { $0.corsOrigin = "https://app.example" }.run(.router) { client in
            for path in ["/health", "/api/nothing"] {
                let response = try await client.execute(
                    uri: path, method: .get, headers: [.origin: "https://app.example"])
                #expect(response.headers[.accessControlAllowOrigin] == "https://app.example", "\(path)")
                #expect(response.headers[.accessControlExposeHeaders]?.contains("ETag") == true)
                #expect(response.headers[.vary]?.contains("Origin") == true)
                #expect(response.headers[.accessControlAllowCredentials] == nil)
            }
            let preflight = try await client.execute(
                uri: "/api/pokes", method: .options,
                headers: [.origin: "https://app.example", .accessControlRequestMethod: "POST"])
            #expect(preflight.status == .noContent)
            #expect(preflight.headers[.accessControlAllowMethods]?.contains("POST") == true)
            #expect(preflight.headers[.accessControlAllowHeaders]?.contains("Idempotency-Key") == true)
        }
    }

    @Test func `a website on another origin gets no permission`() async throws {
        try await ServerUnderTest { $0.corsOrigin = "https://app.example" }.run(.router) { client in
            for origin in ["https://app.example.evil.example", "http://app.example", "null"] {
                let preflight = try await client.execute(
                    uri: "/api/pokes", method: .options,
                    headers: [.origin: origin, .accessControlRequestMethod: "POST"])
                #expect(preflight.headers[.accessControlAllowOrigin] == nil, "\(origin)")
                let response = try await client.execute(uri: "/health", method: .get, headers: [.origin: origin])
                #expect(response.headers[.accessControlAllowOrigin] == nil, "\(origin)")
                #expect(response.headers[.vary]?.contains("Origin") == true)
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func `every response restricts browsers`(_ carrier: Carrier) async throws {
        try await ServerUnderTest().run(carrier) { client in
            for path in ["/api/nothing", "/health", "/contacts/ab"] {
                let response = try await client.execute(uri: path, method: .get)
                #expect(response.headers[.xContentTypeOptions] == "nosniff", "\(path)")
                #expect(response.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
                #expect(response.headers[.accessControlAllowOrigin] == nil)
            }
        }
    }
}
