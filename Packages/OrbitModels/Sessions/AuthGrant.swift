/// The server's response to a verified code or a refresh: a pair of tokens and the user they belong to.
public struct AuthGrant: Codable, Hashable, Sendable {
    /// Sent with every request.
    public let accessToken: AccessToken
    /// Replaces the refresh token that was used.
    public let refreshToken: RefreshToken
    /// Seconds until the access token expires, counted from the server's response.
    public let expiresIn: Int
    /// Whether this sign-in created the account.
    public let isNewUser: Bool
    /// The owner of the tokens.
    public let userID: UserID
    /// Replaces the device token that this device holds; `nil` if it keeps the one it has.
    public let deviceToken: DeviceToken?

    /// Creates an auth grant.
    public init(
        accessToken: AccessToken, refreshToken: RefreshToken, expiresIn: Int, isNewUser: Bool, userID: UserID,
        deviceToken: DeviceToken? = nil
    ) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
        self.isNewUser = isNewUser
        self.userID = userID
        self.deviceToken = deviceToken
    }

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
        case expiresIn = "expires_in"
        case isNewUser = "is_new_user"
        case userID = "user_id"
        case deviceToken = "device_token"
    }
}
