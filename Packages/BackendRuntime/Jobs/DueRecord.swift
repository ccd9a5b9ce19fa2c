public import Foundation
public import OrbitStore

/// A record that time alone changes, such as an offer that ends: it stands in an index until then, and `DueWork` does what
/// is due.
public protocol DueRecord: BackendRecord {
    /// The most that one transaction settles.
    static var mostAtOnce: Int { get }

    /// Does what is due, in at most 100 writes. What it leaves undone is tried again the next time.
    func settle(_ context: BackendContext, in transaction: LogTransaction) throws
}

/// The name of the index of records that are due.
private let index = "due"

extension StoreRecord {
    /// The place in the index of a record that is due at an instant; see ``DueRecord``.
    public static func dueEntry(at date: Date) -> IndexEntry { IndexEntry(index, rank: date.milliseconds) }
}

extension DueRecord {
    /// 20.
    public static var mostAtOnce: Int { 20 }

    /// Those whose time has come, the earliest first.
    package static func due(at now: Date, limit: Int = .max) -> IndexQuery {
        IndexQuery(index, ranks: .min...now.milliseconds, limit: limit)
    }

    /// Whether its time has come.
    package func isDue(at now: Date) -> Bool {
        indexEntries.contains { $0.index == index && $0.rank <= now.milliseconds }
    }
}
