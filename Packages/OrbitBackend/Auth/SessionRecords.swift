import Foundation
import OrbitModels
import OrbitStore

/// A sign-in on one device, and the family of all tokens that came from it. Deleting it revokes them all.
struct SessionRecord: ExpiringRecord {
    static let table = "sessions"
    static let byUser = "user"
    static var personalData: PersonalData<Self> {
        .init(
            .group(of: Self.byUser, exported: "sessions") { session, _ in
                ExportedSession(createdAt: session.createdAt, refreshedAt: session.refreshedAt)
            })
    }

    let id: String
    let userID: UserID
    let createdAt: Date
    /// It holds as long as this is the account's.
    let epoch: Int
    /// Counts rotations. Tokens carry the generation they belong to.
    var generation = 0
    /// When the current generation began.
    var rotatedAt: Date
    /// When tokens were last handed out.
    var refreshedAt: Date
    /// The newest generation whose access token has been used, so that its tokens did arrive.
    var arrivedGeneration = -1
    /// How often it was refreshed.
    var refreshes = 0
    /// The refresh tokens that may still be good.
    var tokens = RefreshTokens()

    var key: String { id }

    var indexEntries: [IndexEntry] {
        [expiryEntry, IndexEntry(Self.byUser, group: userID.rawValue, rank: createdAt.milliseconds)]
    }

    /// 90 days after the sign-in, or 30 without a refresh.
    var expiresAt: Date { min(endsAt, refreshedAt.addingTimeInterval(SessionRules.idleLifetime)) }

    /// 90 days after the sign-in.
    var endsAt: Date { createdAt.addingTimeInterval(SessionRules.absoluteLifetime) }
}

/// The numbers of sessions, in seconds.
enum SessionRules {
    static let accessLifetime = 900
    /// How long after a sign-in what cannot be undone may be done.
    static let freshness: TimeInterval = 900
    static let idleLifetime: TimeInterval = 30 * 86_400
    static let absoluteLifetime: TimeInterval = 90 * 86_400
    /// How long a replaced refresh token is taken for a token whose response got lost or crossed another.
    static let replayGrace: TimeInterval = 60
    /// How often a session may be refreshed at first.
    static let refreshesAtFirst = 200
    /// Seconds after which it may be refreshed once more; well below ``accessLifetime``. This bounds how many access tokens
    /// a session has, and how many refresh tokens of one generation.
    static let refreshInterval = 576
}

struct AccessTokenRecord: ExpiringRecord {
    static let table = "access_tokens"
    static var personalData: PersonalData<Self> {
        .expires(withinDays: 1, "The digest of a token, and of which session it was.")
    }

    /// Digest of the token.
    let key: String
    let sessionID: String
    let generation: Int
    let expiresAt: Date

    var indexEntries: [IndexEntry] { [expiryEntry] }
}

/// A sign-in on one device.
struct ExportedSession: Codable, Sendable {
    let createdAt: Date
    let refreshedAt: Date

    enum CodingKeys: String, CodingKey {
        case createdAt = "created_at"
        case refreshedAt = "refreshed_at"
    }
}
