/// The server's answer to a verified code or a refresh: a pair of tokens and whose they are.
public struct AuthGrant: Codable, Hashable, Sendable {
    public let accessToken: AccessToken
    public let refreshToken: RefreshToken
    /// Seconds until the access token runs out, counted from when the server answered.
    public let expiresIn: Int
    /// Whether this sign-in created the account.
    public let isNewUser: Bool
    public let userID: UserID

    public init(
        accessToken: AccessToken, refreshToken: RefreshToken, expiresIn: Int, isNewUser: Bool, userID: UserID
    ) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
        self.isNewUser = isNewUser
        self.userID = userID
    }

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
        case expiresIn = "expires_in"
        case isNewUser = "is_new_user"
        case userID = "user_id"
    }
}
