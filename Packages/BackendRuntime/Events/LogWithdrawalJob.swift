import Foundation
package import OrbitModels
package import OrbitStore

/// A job that withdraws the events about a person from a log, after a block between the person and the owner.
///
/// The transaction of the block withdraws the first events, and the job the others. Every read leaves them out already,
/// so no response depends on when the job runs. A block therefore takes a bounded number of writes, also after many
/// messages. Otherwise a person who sends messages all the time could make the transaction of the block start again.
package struct LogWithdrawalJob: Job {
    package static let table = "log_withdrawals"
    package static var personalData: PersonalData<Self> {
        .init(.group(of: Self.byOwner), .group(of: Self.bySubject))
    }
    private static let byOwner = "owner"
    private static let bySubject = "subject"
    /// The maximum number of events that one transaction withdraws.
    private static let batch = 100

    let owner: UserID
    let subject: UserID
    /// The number of the last event before the block. The job leaves out events after a lifted block.
    let last: Int
    let savedAt: Date

    package var key: String { "\(owner)>\(subject)" }

    package var indexEntries: [IndexEntry] {
        [
            Self.waitingEntry(since: savedAt), IndexEntry(Self.byOwner, group: owner.rawValue),
            IndexEntry(Self.bySubject, group: subject.rawValue),
        ]
    }

    /// Withdraws the events about `subject` in the log of `owner`, except `person.hidden`. Stores a job if they are
    /// many.
    package static func withdraw(from owner: UserID, about subject: UserID, in transaction: LogTransaction) throws {
        // A block also takes effect if the head of the log cannot be read.
        let last = try transaction.get(LogHead.self, all: [owner.rawValue])[owner.rawValue]?.seq ?? .max
        let job = LogWithdrawalJob(owner: owner, subject: subject, last: last, savedAt: transaction.now)
        if try job.withdrawNext(in: transaction) { try transaction.put(job) }
    }

    package func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool {
        if try withdrawNext(in: transaction) { return true }
        try transaction.delete(Self.self, key)
        return false
    }

    /// Withdraws the next events.
    ///
    /// - Returns: Whether events may be left.
    private func withdrawNext(in transaction: LogTransaction) throws -> Bool {
        try LogEntry.withdraw(from: owner, about: subject, through: last, limit: Self.batch, in: transaction)
            == Self.batch
    }
}
