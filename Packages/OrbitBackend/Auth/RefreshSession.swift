import Auth
import Foundation
import Networking
import OrbitModels

/// `POST /auth/refresh`: exchanges a refresh token for the next pair (rotation, RFC 9700 §4.14.2).
///
/// Responses get lost, and two processes may refresh at once, so the token before the current one is good
/// - for a grace of a minute after the exchange, and
/// - for as long as nothing shows that its successors arrived: no access token of theirs was used.
///
/// Both give another pair of the current generation. Any other replaced token has been stolen, or its
/// successor has: the whole session ends.
struct RefreshSession: Operations {
    let context: Context

    var handlers: [RouteHandler] { [context.open(AuthRoutes.refresh, .json, perform: perform)] }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ body: RefreshRequest
    ) throws -> OperationResult {
        try Sweep.run(in: transaction, now: call.now)
        let digest = context.digest.hexadecimal(.refreshToken, body.refreshToken.reveal)
        guard let token = try transaction.get(RefreshTokenRecord.self, digest),
            var session = try transaction.get(SessionRecord.self, token.sessionID), session.expiresAt > call.now
        else { return .refusal(Self.sessionEnded) }

        if token.generation == session.generation {
            session.generation += 1
            session.rotatedAt = call.now
        } else if !isLikelyLostAnswer(token, in: session, now: call.now) {
            try transaction.delete(SessionRecord.self, session.key)
            transaction.wakeFollowers(of: session.userID)
            return .refusal(Self.sessionEnded)
        }
        session.refreshedAt = call.now
        return .success(try Sessions(context: context).grant(session, transaction, call.now))
    }

    private func isLikelyLostAnswer(_ token: RefreshTokenRecord, in session: SessionRecord, now: Date) -> Bool {
        token.generation == session.generation - 1
            && (now.timeIntervalSince(session.rotatedAt) <= SessionRules.replayGrace
                || session.arrivedGeneration < session.generation)
    }

    private static let sessionEnded = HTTPProblem(401, .sessionEnded, "Your session is over. Sign in again.")
}
