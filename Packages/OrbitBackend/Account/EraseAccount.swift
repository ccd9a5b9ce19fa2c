import BackendRuntime
import Foundation
import Networking
import OrbitModels
import Profiles

/// `DELETE /users/me`: erases the caller's account.
///
/// The transaction of the request deletes the account, which ends all sessions and hides the person. ``ErasureJob``
/// deletes the remaining records, in transactions of bounded size.
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
        403, .signInAgain, "Sign in again. Then erase your account within 15 minutes.")
}

extension AccountRecord {
    /// Deletes the account, and starts the erasure of its records. A suspension also applies to a later account of the
    /// same mailbox; see ``PseudonymLinkRecord``.
    func erase(_ context: BackendContext, in transaction: LogTransaction) throws {
        try transaction.delete(AccountRecord.self, key)
        if isComplete { try CampusRevision.noteDeparture(from: campus, in: transaction) }
        try transaction.delete(LogHead.self, key)
        transaction.wakeFollowers(of: id)
        let pseudonym = try PseudonymLinkRecord.keep(self, context, in: transaction)
        try EffectiveDayRecord.keep(self, context, in: transaction)
        var record = ErasureRecord(
            person: id, pseudonym: pseudonym, startedAt: transaction.now,
            hiddenSince: try suspendedSince(in: transaction) ?? transaction.now)
        if try ErasureJob(context: context).perform(record, in: transaction) { return }
        // No record is left to erase. A job still runs, because it removes the bytes from the store. `hasMovedRecords`
        // is set here, so that a new account of the address does not wait for the job.
        record.hasMovedRecords = true
        try transaction.put(record)
    }
}

extension SessionRecord {
    /// Whether the person has signed in recently. The erasure requires it, so that a token that is stolen later is not
    /// sufficient.
    func isFresh(at now: Date) -> Bool { abs(now.timeIntervalSince(createdAt)) <= SessionRules.freshness }
}
