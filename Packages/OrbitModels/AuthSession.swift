public import Foundation

/// Authorises each request of a signed-in user; short-lived.
public typealias AccessToken = Secret<AuthSession.Access>
/// Exchanged for the next pair of tokens; each is valid for one exchange.
public typealias RefreshToken = Secret<AuthSession.Refresh>
/// Shows that a person has signed in on this device before. It opens nothing: with it a device gets its codes by limits
/// of its own, which strangers cannot use up. Keep it when the user signs out.
public typealias DeviceToken = Secret<AuthSession.Device>

/// A signed-in user's session on this device, stored as a whole, so that an access token is never paired with another
/// session's refresh token.
public struct AuthSession: Codable, Hashable, Sendable {
    /// Marks access tokens.
    public enum Access {}
    /// Marks refresh tokens.
    public enum Refresh {}
    /// Marks device tokens.
    public enum Device {}

    /// The signed-in user.
    public let userID: UserID
    /// Sent with every request.
    public let accessToken: AccessToken
    /// Exchanged for the next pair of tokens.
    public let refreshToken: RefreshToken
    /// When the tokens were received, by this device's clock.
    public let issuedAt: Date
    /// When the access token expires, by this device's clock.
    public let accessExpiresAt: Date

    /// Creates an auth session.
    public init(
        userID: UserID, accessToken: AccessToken, refreshToken: RefreshToken, issuedAt: Date, accessExpiresAt: Date
    ) {
        self.userID = userID
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.issuedAt = issuedAt
        self.accessExpiresAt = accessExpiresAt
    }

    private enum CodingKeys: String, CodingKey {
        case userID = "user_id"
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
        case issuedAt = "issued_at"
        case accessExpiresAt = "access_expires_at"
    }
}

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
