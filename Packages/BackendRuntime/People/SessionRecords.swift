package import Foundation
package import OrbitModels
package import OrbitStore

/// A sign-in on one device, and the family of all tokens that came from it. Deleting it revokes them all.
package struct SessionRecord: ExpiringRecord {
    package static let table = "sessions"
    package static let byUser = "user"
    package static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byUser,
                exported: ExportSection("sessions", of: "Auth", "When a device signed in, and was last there")
            ) { session, _ in
                ExportedSession(createdAt: session.createdAt, refreshedAt: session.refreshedAt)
            })
    }

    package let id: String
    package let userID: UserID
    package let createdAt: Date
    /// It holds as long as this is the account's.
    package let epoch: Int
    /// Counts rotations. Tokens carry the generation they belong to.
    package var generation: Int
    /// When the current generation began.
    package var rotatedAt: Date
    /// When tokens were last handed out.
    package var refreshedAt: Date
    /// The newest generation whose access token has been used, so that its tokens did arrive.
    package var arrivedGeneration: Int
    /// How often it was refreshed.
    package var refreshes: Int
    /// The refresh tokens that may still be good.
    package var tokens: RefreshTokens

    package init(
        id: String, userID: UserID, createdAt: Date, epoch: Int, generation: Int = 0, rotatedAt: Date,
        refreshedAt: Date, arrivedGeneration: Int = -1, refreshes: Int = 0, tokens: RefreshTokens = RefreshTokens()
    ) {
        (self.id, self.userID, self.createdAt, self.epoch) = (id, userID, createdAt, epoch)
        (self.generation, self.rotatedAt, self.refreshedAt) = (generation, rotatedAt, refreshedAt)
        (self.arrivedGeneration, self.refreshes, self.tokens) = (arrivedGeneration, refreshes, tokens)
    }

    package var key: String { id }

    package var indexEntries: [IndexEntry] {
        [expiryEntry, IndexEntry(Self.byUser, group: userID.rawValue, rank: createdAt.milliseconds)]
    }

    /// 90 days after the sign-in, or 30 without a refresh.
    package var expiresAt: Date { min(endsAt, refreshedAt.addingTimeInterval(SessionRules.idleLifetime)) }

    /// 90 days after the sign-in.
    package var endsAt: Date { createdAt.addingTimeInterval(SessionRules.absoluteLifetime) }
}

/// The numbers of sessions, in seconds.
package enum SessionRules {
    package static let accessLifetime = 900
    /// How long after a sign-in what cannot be undone may be done.
    package static let freshness: TimeInterval = 900
    package static let idleLifetime: TimeInterval = 30 * 86_400
    package static let absoluteLifetime: TimeInterval = 90 * 86_400
    /// How long a replaced refresh token is taken for a token whose response got lost or crossed another.
    package static let replayGrace: TimeInterval = 60
    /// How often a session may be refreshed at first.
    package static let refreshesAtFirst = 200
    /// Seconds after which it may be refreshed once more; well below ``accessLifetime``. This bounds how many access
    /// tokens a session has, and how many refresh tokens of one generation.
    package static let refreshInterval = 576
}

package struct AccessTokenRecord: ExpiringRecord {
    package static let table = "access_tokens"
    package static var personalData: PersonalData<Self> {
        .expires(withinDays: 1, "The digest of a token, and of which session it was.")
    }

    /// Digest of the token.
    package let key: String
    package let sessionID: String
    package let generation: Int
    package let expiresAt: Date

    package init(key: String, sessionID: String, generation: Int, expiresAt: Date) {
        (self.key, self.sessionID, self.generation, self.expiresAt) = (key, sessionID, generation, expiresAt)
    }

    package var indexEntries: [IndexEntry] { [expiryEntry] }
}

extension SessionRecord {
    /// A sign-in on one device.
    package struct ExportedSession: Codable, Sendable {
        package let createdAt: Date
        package let refreshedAt: Date

        package enum CodingKeys: String, CodingKey {
            case createdAt = "created_at"
            case refreshedAt = "refreshed_at"
        }
    }
}
