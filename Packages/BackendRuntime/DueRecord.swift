public import Foundation
public import OrbitStore

/// A record that changes at a scheduled time, such as an offer that expires. Until then an index contains its due time.
/// `DueWork` settles the record after that time.
public protocol DueRecord: BackendRecord {
    /// The maximum number of records that one transaction settles.
    static var maxPerTransaction: Int { get }

    /// Settles the record in at most 100 writes. `DueWork` tries a record that is still due again in its next run.
    ///
    /// - Parameters:
    ///   - context: The context of the backend.
    ///   - transaction: The transaction in which the record is settled, possibly with others of its table.
    /// - Throws: An error after which the transaction has no effect.
    func settle(_ context: BackendContext, in transaction: LogTransaction) throws
}

/// The name of the index of records that are due.
private let dueIndex = "due"

extension IndexEntry {
    /// Returns the index entry of a record that is due at an instant; see ``DueRecord``.
    package static func due(at date: Date) -> IndexEntry { IndexEntry(dueIndex, rank: date.milliseconds) }
}

extension DueRecord {
    /// Returns the index entry of a record that is due at an instant.
    public static func dueEntry(at date: Date) -> IndexEntry { .due(at: date) }

    /// 20.
    public static var maxPerTransaction: Int { 20 }

    /// Returns the query of the records that are due, the earliest first.
    package static func due(at now: Date, limit: Int = .max) -> IndexQuery {
        IndexQuery(dueIndex, ranks: .min...now.milliseconds, limit: limit)
    }

    /// Whether the record is due.
    package func isDue(at now: Date) -> Bool {
        indexEntries.contains { $0.index == dueIndex && $0.rank <= now.milliseconds }
    }
}
