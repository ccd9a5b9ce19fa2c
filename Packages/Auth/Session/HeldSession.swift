import Foundation
import OrbitModels

/// A session in memory, with the moments that matter on the clock that never jumps.
struct HeldSession {
    let session: AuthSession
    /// Distinguishes each pair of tokens from every other this process has held.
    let serial: Int
    /// From here on the access token is exchanged before it is used. In uptime.
    let renewAt: Duration
    /// From here on the server no longer takes the access token. In uptime.
    let expiresAt: Duration

    /// A token is exchanged this long before it runs out, but never before half its life is over.
    private static let margin = Duration.seconds(30)

    /// - Parameters:
    ///   - lifetime: how much longer the access token is good for.
    ///   - start: the uptime from which `lifetime` counts.
    init(_ session: AuthSession, serial: Int, lifetime: Duration, from start: Duration) {
        self.session = session
        self.serial = serial
        expiresAt = start + lifetime
        renewAt = expiresAt - min(Self.margin, lifetime / 2)
    }

    var issued: IssuedToken { IssuedToken(token: session.accessToken, serial: serial) }
}

/// An access token that was handed out, and which pair it belongs to.
struct IssuedToken: Sendable {
    let token: AccessToken
    let serial: Int
}

/// What remains to be done after a session was left.
struct LeftSession: Sendable {
    /// To be revoked by the server.
    let refreshToken: RefreshToken?
    /// Why the session is still on disk, if it is.
    let storeError: (any Error)?
}

/// A server or a stored file may claim any lifetime; a month is the most that is believed.
private let longestLifetime = 30 * 86_400

extension AuthGrant {
    /// How long the access token is good for.
    var lifetime: Duration { .seconds(min(max(expiresIn, 0), longestLifetime)) }

    /// The session this grant opens or renews.
    func session(issuedAt now: Date) -> AuthSession {
        AuthSession(
            userID: userID, accessToken: accessToken, refreshToken: refreshToken, issuedAt: now,
            accessExpiresAt: now.addingTimeInterval(TimeInterval(lifetime.components.seconds)))
    }
}

extension AuthSession {
    /// How much longer the access token is good for. None if the clock has been set back since it was
    /// issued: then nothing is known.
    func remainingLifetime(at now: Date) -> Duration {
        guard now >= issuedAt else { return .zero }
        return .seconds(min(max(accessExpiresAt.timeIntervalSince(now), 0), TimeInterval(longestLifetime)))
    }
}
