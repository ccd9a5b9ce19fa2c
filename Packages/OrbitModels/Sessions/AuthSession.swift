public import Foundation

/// Sent with every request of a signed-in person; short-lived.
public typealias AccessToken = Secret<AuthSession.Access>
/// Exchanged for the next pair of tokens; each is good for one exchange.
public typealias RefreshToken = Secret<AuthSession.Refresh>

/// A signed-in person's session on one device, as it is kept: always whole, so that an access token
/// is never paired with another session's refresh token.
public struct AuthSession: Codable, Hashable, Sendable {
    public enum Access {}
    public enum Refresh {}

    public let userID: UserID
    public let accessToken: AccessToken
    public let refreshToken: RefreshToken
    /// When the tokens were received, by this device's clock.
    public let issuedAt: Date
    /// When the access token runs out, by this device's clock.
    public let accessExpiresAt: Date

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
