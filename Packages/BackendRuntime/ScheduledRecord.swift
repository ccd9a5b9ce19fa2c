public import Foundation
public import OrbitStore

/// A record that changes at a scheduled time, such as an offer that expires. Until then an index contains its due time.
/// `ScheduledWorkRunner` processes the record after that time.
public protocol ScheduledRecord: BackendRecord {
    /// The maximum number of records that one transaction processes.
    static var maxPerTransaction: Int { get }

    /// Processes the record in at most 100 writes. If the record is still due afterwards, `ScheduledWorkRunner` tries
    /// it again in its next run.
    ///
    /// - Parameters:
    ///   - context: The context of the backend.
    ///   - transaction: The transaction in which the record is processed, possibly with others of its table.
    /// - Throws: An error after which the transaction has no effect.
    func process(_ context: BackendContext, in transaction: LogTransaction) throws
}

/// The name of the index of records that are due.
private let dueIndex = "due"

extension IndexEntry {
    /// Returns the index entry of a record that is due at an instant; see ``ScheduledRecord``.
    package static func due(at date: Date) -> IndexEntry { IndexEntry(dueIndex, at: date) }
}

extension ScheduledRecord {
    /// Returns the index entry of a record that is due at an instant.
    public static func dueEntry(at date: Date) -> IndexEntry { .due(at: date) }

    /// 20.
    public static var maxPerTransaction: Int { 20 }

    /// Returns the query of the records that are due, the earliest first.
    package static func due(at now: Date, limit: Int = .max) -> IndexQuery {
        IndexQuery(dueIndex, through: now, limit: limit)
    }

    /// Whether the record is due.
    package func isDue(at now: Date) -> Bool {
        indexEntries.contains { $0.index == dueIndex && $0.rank <= now.milliseconds }
    }
}
