public import Foundation
public import OrbitStore

/// A record that time alone changes, such as an offer that ends. It has an entry in an index until then, and `DueWork`
/// settles it.
public protocol DueRecord: BackendRecord {
    /// The maximum number of records that one transaction settles.
    static var maxPerTransaction: Int { get }

    /// Does what is due, in at most 100 writes. What it leaves undone is tried again the next time.
    func settle(_ context: BackendContext, in transaction: LogTransaction) throws
}

/// The name of the index of records that are due.
private let dueIndex = "due"

extension IndexEntry {
    /// The place in the index of a record that is due at an instant; see ``DueRecord``.
    package static func due(at date: Date) -> IndexEntry { IndexEntry(dueIndex, rank: date.milliseconds) }
}

extension DueRecord {
    /// The place in the index of a record that is due at an instant.
    public static func dueEntry(at date: Date) -> IndexEntry { .due(at: date) }

    /// 20.
    public static var maxPerTransaction: Int { 20 }

    /// Those whose time has come, the earliest first.
    package static func due(at now: Date, limit: Int = .max) -> IndexQuery {
        IndexQuery(dueIndex, ranks: .min...now.milliseconds, limit: limit)
    }

    /// Whether its time has come.
    package func isDue(at now: Date) -> Bool {
        indexEntries.contains { $0.index == dueIndex && $0.rank <= now.milliseconds }
    }
}
