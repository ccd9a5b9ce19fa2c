package import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

extension AccountRecord {
    /// Returns the start of the earliest current suspension; `nil` without a suspension.
    func suspendedSince(in reader: any StoreReader) throws -> Date? {
        try suspensions.compactMap { try DecisionRecord.of($0.decisionID.rawValue, in: reader)?.decidedAt }.min()
    }

    /// Suspends the account. Ends all sessions at once, hides the person from other people, and stores a job for the
    /// other effects.
    func suspend(by decision: DecisionRecord, in transaction: LogTransaction) throws {
        var account = self
        account.suspensions.append(Suspension(decisionID: decision.id, until: decision.until))
        account.sessionEpoch += 1
        try account.saveSuspensions(in: transaction)
        transaction.wakeFollowers(of: id)
        if !isSuspended, isComplete { try transaction.put(SuspensionWork(of: id, .hide, at: transaction.now)) }
    }

    /// Removes the suspension of a decision. After the last suspension, other people see the person again.
    func endSuspension(by decision: DecisionID, in transaction: LogTransaction) throws {
        var account = self
        account.suspensions.removeAll { $0.decisionID == decision }
        try account.returning(from: self, in: transaction)
    }

    /// Removes expired suspensions. Stores the account if a suspension has expired.
    ///
    /// - Returns: The account without expired suspensions.
    func endingSuspensions(in transaction: LogTransaction) throws -> AccountRecord {
        var account = self
        account.suspensions.removeAll { $0.until.map { $0 <= transaction.now } ?? false }
        return try account.returning(from: self, in: transaction)
    }

    @discardableResult private func returning(
        from before: AccountRecord, in transaction: LogTransaction
    ) throws -> AccountRecord {
        guard suspensions != before.suspensions else { return self }
        try saveSuspensions(in: transaction)
        if !isSuspended, isComplete { try transaction.put(SuspensionWork(of: id, .show, at: transaction.now)) }
        return self
    }

    private func saveSuspensions(in transaction: LogTransaction) throws {
        if isComplete { try save(in: transaction) } else { try transaction.put(self) }
    }
}

/// Ends suspensions when they expire.
extension AccountRecord: ScheduledRecord {
    package func process(_ context: BackendContext, in transaction: LogTransaction) throws {
        _ = try endingSuspensions(in: transaction)
    }
}
