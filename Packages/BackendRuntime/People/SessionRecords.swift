package import Foundation
package import OrbitModels
package import OrbitStore

/// A sign-in on one device, and the family of all tokens that were issued for it. Deleting the record revokes all
/// tokens.
package struct SessionRecord: ExpiringRecord {
    package static let table = "sessions"
    package static let byUser = "user"
    package static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byUser,
                exported: ExportSection(
                    "sessions", of: "Auth", "A session of a device, with the times of its sign-in and its last refresh")
            ) { session, _ in
                ExportedSession(createdAt: session.createdAt, refreshedAt: session.refreshedAt)
            })
    }

    package let id: String
    package let userID: UserID
    package let createdAt: Date
    /// The session epoch of the account at the sign-in. The session is valid while the account has the same epoch.
    package let epoch: Int
    /// The number of rotations. Each token contains its generation.
    package var generation: Int
    /// The instant at which the current generation began.
    package var rotatedAt: Date
    /// The instant at which tokens were last issued.
    package var refreshedAt: Date
    /// The newest generation whose access token has been used. The tokens of this generation have therefore arrived at
    /// the client.
    package var arrivedGeneration: Int
    /// The number of refreshes.
    package var refreshes: Int
    /// The refresh tokens that may still be valid.
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
        [expiryEntry, IndexEntry(Self.byUser, group: userID.rawValue, at: createdAt)]
    }

    /// The end of the session: 90 days after the sign-in, or 30 days after the last refresh, whichever is earlier.
    package var expiresAt: Date { min(endsAt, refreshedAt.addingTimeInterval(SessionRules.idleLifetime)) }

    /// The latest end of the session: 90 days after the sign-in.
    package var endsAt: Date { createdAt.addingTimeInterval(SessionRules.absoluteLifetime) }
}

/// The limits of sessions, in seconds.
package enum SessionRules {
    package static let accessLifetime = 900
    /// The time after a sign-in during which irreversible actions are allowed.
    package static let freshness: TimeInterval = 900
    package static let idleLifetime: TimeInterval = 30 * 86_400
    package static let absoluteLifetime: TimeInterval = 90 * 86_400
    /// The time after a rotation during which the refresh token of the previous generation is valid in any case. The
    /// response of the refresh may have been lost, or two refreshes may have overlapped.
    package static let replayGrace: TimeInterval = 60
    /// The number of refreshes that a new session may use at once. Unused refreshes accumulate; see
    /// ``refreshInterval``.
    package static let refreshesAtFirst = 200
    /// The seconds after which a session may use one more refresh, well below ``accessLifetime``. The interval limits
    /// the number of access tokens of a session, and of refresh tokens of one generation.
    package static let refreshInterval = 576
}

/// An access token of a session.
package struct AccessTokenRecord: ExpiringRecord {
    package static let table = "access_tokens"
    package static var personalData: PersonalData<Self> {
        .expires(withinDays: 1, "The digest of a token, and its session.")
    }

    /// The digest of the token.
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
