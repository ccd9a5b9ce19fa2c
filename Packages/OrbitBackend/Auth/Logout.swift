import Auth
import Networking
import OrbitModels

/// `POST /auth/logout`: ends the session that a refresh token belongs to, current or replaced.
/// A session that has ended already is no error.
struct Logout: Sendable {
    let context: Context

    var operation: Operation { context.open(AuthRoutes.logout, .json, perform: perform) }

    private func perform(
        _ transaction: any StoreTransaction, _ call: Call, _ body: RefreshRequest
    ) throws -> Reply {
        let digest = context.digest.hexadecimal(.refreshToken, body.refreshToken.reveal)
        if let token = try transaction.get(RefreshTokenRecord.self, digest) {
            try transaction.delete(SessionRecord.self, token.sessionID)
        }
        return try .success(MessageData(message: "You are signed out."))
    }
}
