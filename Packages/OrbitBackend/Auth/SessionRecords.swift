import Foundation
import OrbitModels

/// A sign-in on one device, and the family of all tokens that came from it. Deleting it revokes them all.
struct SessionRecord: ExpiringRecord {
    static let table = "sessions"

    let id: String
    let userID: UserID
    let createdAt: Date
    /// Counts rotations. Tokens carry the generation they belong to.
    var generation = 0
    /// When the current generation began.
    var rotatedAt: Date
    /// When tokens were last handed out.
    var refreshedAt: Date
    /// The newest generation whose access token has been used, so that its tokens did arrive.
    var arrivedGeneration = -1

    var key: String { id }
    var indexEntries: [IndexEntry] { [expiryEntry] }

    /// 90 days after the sign-in, or 30 without a refresh.
    var expiresAt: Date { min(endsAt, refreshedAt.addingTimeInterval(SessionRules.idleLifetime)) }

    /// 90 days after the sign-in.
    var endsAt: Date { createdAt.addingTimeInterval(SessionRules.absoluteLifetime) }
}

/// The numbers of sessions, in seconds.
enum SessionRules {
    static let accessLifetime = 900
    static let idleLifetime: TimeInterval = 30 * 86_400
    static let absoluteLifetime: TimeInterval = 90 * 86_400
    /// How long a replaced refresh token is taken for a token whose response got lost or crossed another.
    static let replayGrace: TimeInterval = 60
}

struct AccessTokenRecord: ExpiringRecord {
    static let table = "access_tokens"

    /// Digest of the token.
    let key: String
    let sessionID: String
    let generation: Int
    let expiresAt: Date

    var indexEntries: [IndexEntry] { [expiryEntry] }
}

/// Kept as long as the session can last: a replaced token that turns up again must be recognised.
struct RefreshTokenRecord: ExpiringRecord {
    static let table = "refresh_tokens"

    /// Digest of the token.
    let key: String
    let sessionID: String
    let generation: Int
    let expiresAt: Date

    var indexEntries: [IndexEntry] { [expiryEntry] }
}
