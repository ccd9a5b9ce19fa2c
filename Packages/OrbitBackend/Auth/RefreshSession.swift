import Auth
import BackendRuntime
import Foundation
import Networking
import OrbitModels
import OrbitStore

/// `POST /auth/refresh`: exchanges a refresh token for the next pair (rotation, RFC 9700 §4.14.2).
///
/// Responses get lost, and two processes may refresh at the same time. So the previous token remains valid as long as
/// one of these conditions is true:
///
/// - The exchange was at most one minute ago (grace period).
/// - No access token of the current generation was used. Its use would show that the new pair has arrived.
///
/// In both cases, the response contains another pair of the current generation. Any other replaced token is evidence
/// that this token or its successor was stolen. Then the whole session ends.
struct RefreshSession: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.open(AuthRoutes.refresh, .json, perform: perform)] }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ body: RefreshRequest
    ) throws -> OperationResult {
        let token = body.refreshToken.reveal
        guard let id = RefreshTokens.session(of: token), var session = try transaction.get(SessionRecord.self, id)
        else { return .refusal(Self.sessionEnded()) }
        let age = session.tokens.age(of: context.digest.hexadecimal(.refreshToken, token))
        guard session.expiresAt > call.now,
            let account = try AccountRecord.own(session.userID, in: transaction), account.admits(session)
        else { return .refusal(Self.sessionEnded(try reason(of: session, age, in: transaction, now: call.now))) }
        if age == .replaced || (age == .previous && !isLikelyLostAnswer(session, now: call.now)) {
            try transaction.delete(SessionRecord.self, session.key)
            transaction.wakeFollowers(of: session.userID)
            transaction.count(.sessionReused)
            return .refusal(Self.sessionEnded(.reused))
        }
        guard session.refreshes < session.maxRefreshes(at: call.now) else { throw Self.tooManyRefreshes }
        session.refreshes += 1
        if age == .current {
            session.generation += 1
            session.tokens.rotate()
            session.rotatedAt = call.now
        }
        session.refreshedAt = call.now
        return .success(try Sessions(context: context).grant(session, transaction, call.now))
    }

    /// Whether the previous token may come from a client that did not receive the response.
    private func isLikelyLostAnswer(_ session: SessionRecord, now: Date) -> Bool {
        now.timeIntervalSince(session.rotatedAt) <= SessionRules.replayGrace
            || session.arrivedGeneration < session.generation
    }

    private static var tooManyRefreshes: HTTPProblem {
        var problem = HTTPProblem.rateLimited(
            wait: SessionRules.refreshInterval, "This session was refreshed too often. Try again later.")
        problem.event = .limitHit("refreshes-per-session")
        return problem
    }

    /// Returns the reason why a stored session has ended, only for the holder of one of its latest tokens.
    private func reason(
        of session: SessionRecord, _ age: RefreshTokens.Age, in transaction: LogTransaction, now: Date
    ) throws -> SessionEnd? {
        guard age != .replaced, let account = try AccountRecord.own(session.userID, in: transaction) else { return nil }
        if account.isSuspended { return .suspended }
        return session.expiresAt <= now ? .expired : nil
    }

    private static func sessionEnded(_ reason: SessionEnd? = nil) -> HTTPProblem {
        HTTPProblem(
            401, .sessionEnded, "Your session is over. Sign in again.",
            details: reason.map { ["reason": .text($0.rawValue)] } ?? [:])
    }
}

extension SessionRecord {
    fileprivate func maxRefreshes(at now: Date) -> Int {
        let age = min(max(now.timeIntervalSince(createdAt), 0), SessionRules.absoluteLifetime)
        return SessionRules.refreshesAtFirst + Int(age) / SessionRules.refreshInterval
    }
}
