import Foundation
import OrbitModels

/// Begins sessions and hands out their tokens.
struct Sessions: Sendable {
    let context: Context

    func begin(
        for user: UserID, isNewUser: Bool, _ transaction: any StoreTransaction, _ now: Date
    ) throws -> AuthGrant {
        let session = SessionRecord(
            id: context.newIdentifier(), userID: user, createdAt: now, rotatedAt: now, refreshedAt: now)
        return try grant(session, isNewUser: isNewUser, transaction, now)
    }

    /// Saves the session and gives it a pair of tokens of its current generation.
    func grant(
        _ session: SessionRecord, isNewUser: Bool = false, _ transaction: any StoreTransaction, _ now: Date
    ) throws -> AuthGrant {
        try transaction.put(session)
        let access = AccessToken(context.newToken())
        let refresh = RefreshToken(context.newToken())
        let lifetime = TimeInterval(SessionRules.accessLifetime)
        try transaction.put(
            AccessTokenRecord(
                key: context.digest.hexadecimal(.accessToken, access.reveal), sessionID: session.id,
                generation: session.generation, expiresAt: now.addingTimeInterval(lifetime)))
        try transaction.put(
            RefreshTokenRecord(
                key: context.digest.hexadecimal(.refreshToken, refresh.reveal), sessionID: session.id,
                generation: session.generation, expiresAt: session.endsAt))
        return AuthGrant(
            accessToken: access, refreshToken: refresh, expiresIn: SessionRules.accessLifetime,
            isNewUser: isNewUser, userID: session.userID)
    }
}
