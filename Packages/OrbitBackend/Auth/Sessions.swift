import Auth
import BackendRuntime
import Foundation
import Networking
import OrbitModels
import OrbitStore

/// Starts sessions and issues their tokens.
struct Sessions: Sendable {
    let context: BackendContext

    func begin(
        for account: AccountRecord, isNewUser: Bool, device: DeviceToken? = nil, _ transaction: any StoreTransaction,
        _ now: Date
    ) throws -> AuthGrant {
        let session = SessionRecord(
            id: context.newIdentifier(), userID: account.id, createdAt: now, epoch: account.sessionEpoch,
            rotatedAt: now, refreshedAt: now)
        return try grant(session, isNewUser: isNewUser, device: device, transaction, now)
    }

    /// Stores the session, and returns a new pair of tokens of its current generation.
    func grant(
        _ session: SessionRecord, isNewUser: Bool = false, device: DeviceToken? = nil,
        _ transaction: any StoreTransaction, _ now: Date
    ) throws -> AuthGrant {
        var session = session
        let access = AccessToken(context.newToken())
        let refresh = RefreshToken(RefreshTokens.token(of: session.id, secret: context.newToken()))
        session.tokens.add(context.digest.hexadecimal(.refreshToken, refresh.reveal))
        try transaction.put(session)
        let lifetime = TimeInterval(SessionRules.accessLifetime)
        try transaction.put(
            AccessTokenRecord(
                key: context.digest.hexadecimal(.accessToken, access.reveal), sessionID: session.id,
                generation: session.generation, expiresAt: now.addingTimeInterval(lifetime)))
        return AuthGrant(
            accessToken: access, refreshToken: refresh, expiresIn: SessionRules.accessLifetime,
            isNewUser: isNewUser, userID: session.userID, deviceToken: device)
    }
}

/// `POST /auth/logout`: ends the session that a refresh token belongs to, current or replaced. A session that has ended
/// already is not an error.
struct Logout: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.open(AuthRoutes.logout, .json, perform: perform)] }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ body: RefreshRequest
    ) throws -> OperationResult {
        if let id = RefreshTokens.session(of: body.refreshToken.reveal),
            let session = try transaction.get(SessionRecord.self, id)
        {
            try transaction.delete(SessionRecord.self, session.key)
            transaction.wakeFollowers(of: session.userID)
        }
        return .success(MessageData(message: "You are signed out."))
    }
}
