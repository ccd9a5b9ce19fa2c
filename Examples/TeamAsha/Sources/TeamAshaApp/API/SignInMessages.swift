import OrbitModels

/// A provider of identities, such as Google. It marks a ``IdentityToken``, and has no values.
public enum IdentityProvider {}

/// An ID token of a provider: a proof of identity for the server of the club, which checks its signature.
public typealias IdentityToken = Secret<IdentityProvider>

/// The body of `POST /auth/demo`.
public struct DemoLogin: Codable, Hashable, Sendable {
    /// The email address of the demo rider.
    public var email: String

    /// Creates the body.
    public init(email: String) { self.email = email }
}

/// The body of `POST /auth/google/callback`.
public struct IdentityLogin: Codable, Hashable, Sendable {
    /// The ID token.
    public var token: IdentityToken

    /// Creates the body.
    public init(token: IdentityToken) { self.token = token }

    private enum CodingKeys: String, CodingKey {
        case token = "id_token"
    }
}

/// The response to a sign-in: the tokens of the session and, beside them, the rider.
public struct SignInGrant: Codable, Hashable, Sendable {
    /// The tokens.
    public var grant: AuthGrant
    /// The signed-in rider.
    public var rider: Rider

    /// Creates the response.
    public init(grant: AuthGrant, rider: Rider) { (self.grant, self.rider) = (grant, rider) }

    private enum CodingKeys: String, CodingKey {
        case rider
    }

    /// Decodes the members of the grant and of the rider from one object.
    public init(from decoder: any Decoder) throws {
        grant = try AuthGrant(from: decoder)
        rider = try decoder.container(keyedBy: CodingKeys.self).decode(Rider.self, forKey: .rider)
    }

    /// Encodes the members of the grant and of the rider into one object.
    public func encode(to encoder: any Encoder) throws {
        try grant.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rider, forKey: .rider)
    }
}
