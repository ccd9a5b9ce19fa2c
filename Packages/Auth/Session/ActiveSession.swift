import Foundation
import OrbitModels
import TimeAndChance

/// A session in memory, with its deadlines on the monotonic clock.
struct ActiveSession {
    let session: AuthSession
    /// Whether the store contains this pair of tokens, or a later pair that another process has stored.
    let isStored: Bool
    /// The number of the pair of tokens, unique in this process.
    var serial = 0
    /// The uptime from which the access token is renewed before use.
    let renewAt: Duration
    /// The uptime from which the server rejects the access token.
    let expiresAt: Duration

    /// The time before its expiry at which a token is renewed, but not before half of its lifetime.
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

    /// Creates a session that was issued earlier, perhaps to another process.
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
    /// The remaining work after a session has ended on this device.
    struct EndedSession: Sendable {
        /// The token that the server has to revoke.
        let refreshToken: RefreshToken?
        /// The error that left the session on disk, if it may still be there.
        let storeError: (any Error)?
    }
}

/// The upper bound for a lifetime claimed by a server or a stored file: 30 days, in seconds.
private let longestLifetime = 30 * 86_400

extension AuthGrant {
    /// The lifetime of the access token, 0 to 30 days.
    var lifetime: Duration { .seconds(min(max(expiresIn, 0), longestLifetime)) }

    /// Returns the session that this grant begins or renews.
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

    /// Whether the access token does not have to be renewed yet.
    func isFresh(at now: Date) -> Bool {
        remainingLifetime(at: now) > min(ActiveSession.margin, lifetime / 2)
    }

    /// Returns the remaining lifetime of the access token. Returns zero if the clock was set back after it was issued,
    /// because the lifetime is then unknown.
    func remainingLifetime(at now: Date) -> Duration {
        guard now >= issuedAt else { return .zero }
        return .seconds(min(max(accessExpiresAt.timeIntervalSince(now), 0), TimeInterval(longestLifetime)))
    }
}
