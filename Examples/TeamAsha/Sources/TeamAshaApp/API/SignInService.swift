import Auth
import Networking
import OrbitModels
import TimeAndChance
import Validation

/// Begins a session from a demo login or an ID token.
///
/// The session itself is OrbitKit's ``Auth/CurrentSession``, which stores it, renews its tokens and ends it.
public struct SignInService: Sendable {
    private let client: APIClient
    private let session: CurrentSession
    private let time: any TimeSource

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - client: A client without `AuthMiddleware`, because no rider is signed in yet.
    ///   - session: The session that a sign-in begins.
    ///   - time: The clock of `session`.
    public init(client: APIClient, session: CurrentSession, time: any TimeSource) {
        (self.client, self.session, self.time) = (client, session, time)
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
        let start = time.uptime
        let response = try await client.send(endpoint)
        guard response.rider.id == response.grant.userID else {
            throw APIError.malformedResponse(reason: "the session belongs to another rider")
        }
        await session.signIn(response.grant, askedAt: start)
        return response.rider
    }
}
