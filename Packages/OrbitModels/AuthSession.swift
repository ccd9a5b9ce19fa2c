public import Foundation

/// A short-lived token that authorises each request of a signed-in user.
public typealias AccessToken = Secret<AuthSession.Access>
/// A token that is exchanged for the next pair of tokens. It is valid for one exchange.
public typealias RefreshToken = Secret<AuthSession.Refresh>
/// A token that proves an earlier sign-in on this device. It gives no access.
///
/// A device with this token has limits of its own for requesting sign-in codes, and strangers cannot exhaust them. Keep
/// the token after sign-out.
public typealias DeviceToken = Secret<AuthSession.Device>

/// A signed-in user's session on this device.
// The session is stored as a whole, so that an access token is never combined with another session's refresh token.
public struct AuthSession: Codable, Hashable, Sendable {
    /// The type that marks a ``Secret`` as an access token. It has no values.
    public enum Access {}
    /// The type that marks a ``Secret`` as a refresh token. It has no values.
    public enum Refresh {}
    /// The type that marks a ``Secret`` as a device token. It has no values.
    public enum Device {}

    /// The signed-in user.
    public let userID: UserID
    /// The token that is sent with every request.
    public let accessToken: AccessToken
    /// The token that is exchanged for the next pair of tokens.
    public let refreshToken: RefreshToken
    /// The time at which the tokens were received, by this device's clock.
    public let issuedAt: Date
    /// The time at which the access token expires, by this device's clock.
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

/// The server's response to a verified code or a refresh: a pair of tokens and their user.
public struct AuthGrant: Codable, Hashable, Sendable {
    /// The token that is sent with every request.
    public let accessToken: AccessToken
    /// The token that replaces the used refresh token.
    public let refreshToken: RefreshToken
    /// The seconds until the access token expires, counted from the server's response.
    public let expiresIn: Int
    /// Whether this sign-in created the account.
    public let isNewUser: Bool
    /// The owner of the tokens.
    public let userID: UserID
    /// The token that replaces the device token on this device; `nil` if the device keeps its token.
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
