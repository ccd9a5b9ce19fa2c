import Auth
import Discover
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Profiles
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The credentials that a caller can present instead of a valid access token.
enum Credential: CaseIterable {
    case none, expired, revoked, refreshToken, ofEndedSession, garbage, empty, long, otherScheme, schemeOnly, twice
}

@Suite struct AccessMatrixTests {
    private static let routes = TestServer.routes

    /// The header fields of a credential. Each credential needs a server of its own, because this function may advance
    /// the clock or end the session.
    private func fields(_ credential: Credential, _ server: TestServer) async throws -> [(name: String, value: String)]
    {
        let grant = try await server.signIn("maya@stanford.edu")
        let good = "Bearer \(grant.accessToken.reveal)"
        #expect(try await server.send(.get, "/users/me", headers: [("Authorization", good)]).status == 200)
        let values: [String]
        switch credential {
        case .none: values = []
        case .expired:
            server.clock.advance(by: .seconds(900))
            values = [good]
        case .revoked:
            _ = try await server.logOut(grant.refreshToken)
            values = [good]
        case .refreshToken: values = ["Bearer \(grant.refreshToken.reveal)"]
        case .ofEndedSession:
            let next = try await server.refresh(grant.refreshToken).payload(AuthGrant.self)
            _ = try await server.refresh(next.refreshToken)
            _ = try await server.refresh(grant.refreshToken)
            values = ["Bearer \(next.accessToken.reveal)"]
        case .garbage: values = ["Bearer 🪐 \(grant.accessToken.reveal)"]
        case .empty: values = [""]
        case .long: values = ["Bearer " + String(repeating: "a", count: 1_000_000)]
        case .otherScheme: values = ["Basic \(grant.accessToken.reveal)"]
        case .schemeOnly: values = ["Bearer"]
        case .twice: values = [good, good]
        }
        return values.map { ("Authorization", $0) }
    }

    @Test(arguments: routes.filter { $0.access == .session }, Credential.allCases)
    func `a session route refuses every invalid credential`(_ route: Route, _ credential: Credential) async throws {
        let server = TestServer()
        let headers = try await fields(credential, server)
        let path = route.path.replacing("{", with: "").replacing("}", with: "")
        // The body is broken, because the backend must refuse the credential before it reads the body.
        let response = try await server.send(
            route.method, path, headers: headers + [("If-Match", "*")], body: Data("}".utf8))
        #expect(response.status == 401)
        #expect(response.code == .unauthenticated)
        #expect(response.field("www-authenticate") == "Bearer")
    }

    @Test(arguments: routes.filter { $0.access == .anyone }, Credential.allCases)
    func `a public route ignores the credential of the caller`(_ route: Route, _ credential: Credential) async throws {
        let server = TestServer()
        let headers = try await fields(credential, server) + [("Content-Type", "application/json")]
        let response = try await server.send(route.method, route.path, headers: headers, body: Data("}".utf8))
        // An operation with a secret in its path needs no body. The test sends the placeholder of the path, which is
        // not a valid secret, so the response is 404.
        #expect(response.status == (route.path.contains("{") ? 404 : 400))
    }

    @Test(arguments: ["bearer", "BEARER", "Bearer"])
    func `the scheme of the authorization header is not case-sensitive`(_ scheme: String) async throws {
        let server = TestServer()
        let grant = try await server.signIn("maya@stanford.edu")
        let header = (name: "Authorization", value: "\(scheme) \(grant.accessToken.reveal)")
        #expect(try await server.send(.get, "/users/me", headers: [header]).status == 200)
    }
}
