package import BackendRuntime
import Foundation
import OrbitModels

/// Matches of the day that end. Until the host has ended them, they stand.
extension MatchRecord: DueRecord {
    /// One whose other person is gone goes with that person's account.
    package func settle(_ context: BackendContext, in transaction: LogTransaction) throws {
        guard let one = try transaction.certain(AccountRecord.self, first.rawValue),
            let other = try transaction.certain(AccountRecord.self, second.rawValue)
        else { return }
        try context.relation(one, other, in: transaction).end(self)
    }
}
