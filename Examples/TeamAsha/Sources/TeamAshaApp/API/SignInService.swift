import Auth
import Foundation
import Networking
import OrbitModels
import TimeAndChance
import Validation

/// Begins a session from a demo login or an ID token.
///
/// OrbitKit's own sign-in is a code by email. A session of another kind is stored, and ``Auth/CurrentSession`` then
/// restores it, renews its tokens and ends it like its own.
public struct SignInService: Sendable {
    private let client: APIClient
    private let store: any TokenStore
    private let session: CurrentSession
    private let time: any TimeSource
    /// The bound for a lifetime that a server claims.
    private static let maxLifetime = 30 * 86_400

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - client: A client without `AuthMiddleware`, because no rider is signed in yet.
    ///   - store: The store of `session`.
    ///   - session: The session that a sign-in begins.
    ///   - time: The clock that measures the lifetime of tokens.
    public init(client: APIClient, store: any TokenStore, session: CurrentSession, time: any TimeSource) {
        (self.client, self.store, self.session, self.time) = (client, store, session, time)
    }

    /// Signs in as a demo rider. Only the server of a sandbox has the route.
    public func demoLogin(as email: EmailAddress) async throws -> Rider {
        try await signIn(Endpoint(TeamAshaRoutes.demo).json(DemoLogin(email: email.text)))
    }

    /// Signs in with an ID token. The request is not repeated, because a provider's token may be valid only once.
    public func signIn(with token: IdentityToken) async throws -> Rider {
        try await signIn(Endpoint(TeamAshaRoutes.google).json(IdentityLogin(token: token)))
    }

    private func signIn(_ endpoint: Endpoint<SignInGrant>) async throws -> Rider {
        // The lifetime counts from the request: a slow response must not lengthen it.
        let start = time.date
        let response = try await client.send(endpoint)
        guard response.rider.id == response.grant.userID else {
            throw APIError.malformedResponse(reason: "the session belongs to another rider")
        }
        let lifetime = min(max(response.grant.expiresIn, 0), Self.maxLifetime)
        try await store.save(
            AuthSession(
                userID: response.grant.userID, accessToken: response.grant.accessToken,
                refreshToken: response.grant.refreshToken, issuedAt: start,
                accessExpiresAt: start.addingTimeInterval(TimeInterval(lifetime))))
        guard case .signedIn = await session.restore() else { throw AuthError.sessionUnreadable }
        return response.rider
    }
}
