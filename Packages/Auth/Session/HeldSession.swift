import Foundation
import OrbitModels

/// A session in memory, with its deadlines on the monotonic clock.
struct HeldSession {
    let session: AuthSession
    /// Distinguishes each pair of tokens from all others that this process has used.
    let serial: Int
    /// From this uptime on, the access token is renewed before use.
    let renewAt: Duration
    /// From this uptime on, the server rejects the access token.
    let expiresAt: Duration

    /// A token is renewed this long before it expires, but not before half of its lifetime.
    private static let margin = Duration.seconds(30)

    /// - Parameters:
    ///   - lifetime: The remaining lifetime of the access token.
    ///   - start: The uptime from which `lifetime` counts.
    init(_ session: AuthSession, serial: Int, lifetime: Duration, from start: Duration) {
        self.session = session
        self.serial = serial
        expiresAt = start + lifetime
        renewAt = expiresAt - min(Self.margin, lifetime / 2)
    }

    var issued: IssuedToken { IssuedToken(token: session.accessToken, serial: serial) }
}

/// An access token with the number of its pair.
struct IssuedToken: Sendable {
    let token: AccessToken
    let serial: Int
}

/// What remains to do after a session has ended on this device.
struct EndedSession: Sendable {
    /// To be revoked by the server.
    let refreshToken: RefreshToken?
    /// Why the session is still on disk, if it is.
    let storeError: (any Error)?
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
    /// The remaining lifetime of the access token. Zero if the clock was set back since it was issued: then it is
    /// unknown.
    func remainingLifetime(at now: Date) -> Duration {
        guard now >= issuedAt else { return .zero }
        return .seconds(min(max(accessExpiresAt.timeIntervalSince(now), 0), TimeInterval(longestLifetime)))
    }
}
