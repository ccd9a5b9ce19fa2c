import Foundation
import OrbitModels
import TimeAndChance

/// A session in memory, with its deadlines on the monotonic clock.
struct HeldSession {
    let session: AuthSession
    /// Whether the store holds it, or a later pair of it that another process has stored.
    let isStored: Bool
    /// Distinguishes each pair of tokens from all others that this process has used.
    var serial = 0
    /// From this uptime on, the access token is renewed before use.
    let renewAt: Duration
    /// From this uptime on, the server rejects the access token.
    let expiresAt: Duration

    /// A token is renewed this long before it expires, but not before half of its lifetime.
    fileprivate static let margin = Duration.seconds(30)

    /// - Parameters:
    ///   - lifetime: The remaining lifetime of the access token.
    ///   - start: The uptime from which `lifetime` counts.
    init(_ session: AuthSession, isStored: Bool, lifetime: Duration, from start: Duration) {
        self.session = session
        self.isStored = isStored
        expiresAt = start + lifetime
        renewAt = expiresAt - min(Self.margin, lifetime / 2)
    }

    /// A session that was issued some time ago, perhaps to another process.
    init(_ session: AuthSession, isStored: Bool, at time: any TimeSource) {
        let remaining = session.remainingLifetime(at: time.date)
        let age = max(session.lifetime - remaining, .zero)
        self.init(session, isStored: isStored, lifetime: age + remaining, from: time.uptime - age)
    }

    var issued: IssuedToken { IssuedToken(token: session.accessToken, serial: serial) }
}

/// An access token with the number of its pair.
struct IssuedToken: Sendable {
    let token: AccessToken
    let serial: Int
}

extension CurrentSession {
    /// What remains to do after a session has ended on this device.
    struct EndedSession: Sendable {
        /// To be revoked by the server.
        let refreshToken: RefreshToken?
        /// Why the session is still on disk, if it is.
        let storeError: (any Error)?
    }
}

/// The upper bound for a lifetime claimed by a server or a stored file: 30 days, in seconds.
private let longestLifetime = 30 * 86_400

extension AuthGrant {
    /// The lifetime of the access token, 0 to 30 days.
    var lifetime: Duration { .seconds(min(max(expiresIn, 0), longestLifetime)) }

    /// The session that this grant opens or renews.
    func session(issuedAt now: Date) -> AuthSession {
        AuthSession(
            userID: userID, accessToken: accessToken, refreshToken: refreshToken, issuedAt: now,
            accessExpiresAt: now.addingTimeInterval(TimeInterval(lifetime.components.seconds)))
    }
}

extension AuthSession {
    /// The lifetime of the access token when it was issued, 0 to 30 days.
    fileprivate var lifetime: Duration {
        .seconds(min(max(accessExpiresAt.timeIntervalSince(issuedAt), 0), TimeInterval(longestLifetime)))
    }

    /// Whether the access token need not be renewed yet.
    func isFresh(at now: Date) -> Bool {
        remainingLifetime(at: now) > min(HeldSession.margin, lifetime / 2)
    }

    /// The remaining lifetime of the access token. Zero if the clock was set back since it was issued: then it is
    /// unknown.
    func remainingLifetime(at now: Date) -> Duration {
        guard now >= issuedAt else { return .zero }
        return .seconds(min(max(accessExpiresAt.timeIntervalSince(now), 0), TimeInterval(longestLifetime)))
    }
}
