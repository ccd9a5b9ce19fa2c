import BackendRuntime
import Discover
import OrbitModels
import OrbitStore

/// The number of lists that have a person at the top on one day; see `ExposureCap`.
struct ExposureRecord: BackendRecord {
    static let table = "exposures"
    static var personalData: PersonalData<Self> { .init(.key()) }

    let userID: UserID
    private(set) var day: CalendarDay
    private(set) var count = 0

    var key: String { userID.rawValue }
    var indexEntries: [IndexEntry] { [] }

    /// Returns the counts of the people who are at the top of any list.
    static func counts(
        of ids: [UserID], on day: CalendarDay, in reader: any StoreReader
    ) throws -> [UserID: Int] {
        try reader.get(Self.self, all: ids.map(\.rawValue)).values.reduce(into: [:]) { counts, record in
            if record.day == day { counts[record.userID] = record.count }
        }
    }

    /// Decrements the counts of people who leave the top of a list, and increments the counts of people who enter it.
    static func move(
        from old: some Sequence<UserID>, to new: some Sequence<UserID>, on day: CalendarDay,
        in transaction: any StoreTransaction
    ) throws {
        let (old, new) = (Set(old), Set(new))
        let moved = old.symmetricDifference(new).sorted()
        let known = try transaction.get(Self.self, all: moved.map(\.rawValue))
        for id in moved {
            let stored = known[id.rawValue]
            // A request that ends after midnight does not undo the counts of the new day.
            if let stored, stored.day > day { continue }
            let before = stored?.day == day ? stored?.count ?? 0 : 0
            let count = max(0, before + (new.contains(id) ? 1 : -1))
            try transaction.put(ExposureRecord(userID: id, day: day, count: count))
        }
    }
}
