import BackendRuntime
import Foundation
import Networking
import OrbitModels
import Profiles

/// `DELETE /users/me`: erases the caller's account.
///
/// The transaction of the request takes the account itself away, with which all sessions end and the person is nowhere
/// to be seen; what is left goes in parts, see ``ErasureJob``.
struct EraseAccount: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedIn(AccountRoutes.erase, .none) { transaction, call, caller, _ in
                guard caller.session.isFresh(at: call.now) else { throw Self.signInAgain }
                try caller.account.erase(context, in: transaction)
                return .success(MessageData(message: "Your account is erased."))
            }
        ]
    }

    private static let signInAgain = HTTPProblem(
        403, .signInAgain, "Sign in again, and erase your account within 15 minutes of it.")
}

extension AccountRecord {
    /// Takes the account away, and begins to erase what it has left. A suspension goes on under the pseudonym.
    func erase(_ context: BackendContext, in transaction: LogTransaction) throws {
        try transaction.delete(AccountRecord.self, key)
        if isComplete { try CampusLog.noteDeparture(from: campus, in: transaction) }
        try transaction.delete(LogHead.self, key)
        transaction.wakeFollowers(of: id)
        let pseudonym = try ReturnRecord.keep(self, context, in: transaction)
        try CountedDayRecord.keep(self, context, in: transaction)
        var record = ErasureRecord(
            person: id, pseudonym: pseudonym, startedAt: transaction.now,
            hiddenSince: try suspendedSince(in: transaction) ?? transaction.now)
        if try ErasureJob(context: context).perform(record, in: transaction) { return }
        // The job ends the erasure although nothing is left: it removes the bytes from the store. A new account of the
        // address need not wait for that.
        record.holdsAgain = true
        try transaction.put(record)
    }
}

extension SessionRecord {
    /// Whether the person has signed in just now. A token that was stolen later is of no use then.
    func isFresh(at now: Date) -> Bool { abs(now.timeIntervalSince(createdAt)) <= SessionRules.freshness }
}
