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

/// What a caller can present in place of a good access token.
enum Credential: CaseIterable {
    case none, expired, revoked, refreshToken, ofEndedSession, garbage, empty, long, otherScheme, schemeOnly, twice
}

@Suite struct AccessMatrixTests {
    private static let routes = TestServer.routes

    /// The header fields of each credential, on a server of its own.
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
    func `a route for people signed in admits nobody else`(_ route: Route, _ credential: Credential) async throws {
        let server = TestServer()
        let headers = try await fields(credential, server)
        let path = route.path.replacing("{", with: "").replacing("}", with: "")
        // The body is broken on purpose: a stranger's is not looked at.
        let response = try await server.send(
            route.method, path, headers: headers + [("If-Match", "*")], body: Data("}".utf8))
        #expect(response.status == 401)
        #expect(response.code == .unauthenticated)
        #expect(response.field("www-authenticate") == "Bearer")
    }

    @Test(arguments: routes.filter { $0.access == .anyone }, Credential.allCases)
    func `a route for anyone does not ask who is calling`(_ route: Route, _ credential: Credential) async throws {
        let server = TestServer()
        let headers = try await fields(credential, server) + [("Content-Type", "application/json")]
        let response = try await server.send(route.method, route.path, headers: headers, body: Data("}".utf8))
        // What has a secret in its path needs no body: there is nothing at such an address.
        #expect(response.status == (route.path.contains("{") ? 404 : 400))
    }

    @Test(arguments: ["bearer", "BEARER", "Bearer"])
    func `the scheme is read without regard to case`(_ scheme: String) async throws {
        let server = TestServer()
        let grant = try await server.signIn("maya@stanford.edu")
        let header = (name: "Authorization", value: "\(scheme) \(grant.accessToken.reveal)")
        #expect(try await server.send(.get, "/users/me", headers: [header]).status == 200)
    }
}
