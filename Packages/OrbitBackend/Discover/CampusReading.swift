import BackendRuntime
import Matching
import OrbitModels
import OrbitStore

/// The people of a campus in the store, either all of them or those who have changed. ``CampusSnapshot`` is built from
/// a reading, and follows later readings.
struct CampusReading: Sendable {
    /// The people, in the order of their changes.
    let accounts: [AccountRecord]
    /// The number of the last change to the campus at the time of the read.
    let change: Int64
    let departures: Int
    /// All people who can be suggested; `nil` if no person has left since the previous reading.
    var present: Set<UserID>?
    private let requirements: [UserID: CachedPerson.Requirements]

    /// The number of people whose dealbreakers are read in one call.
    private static let batch = 1_000

    /// Reads all people of a campus who can be suggested.
    init(all campus: String, in reader: any StoreReader) throws {
        let accounts = try reader.list(AccountRecord.self, IndexQuery(AccountRecord.changes, group: campus))
        try self.init(accounts.filter { !$0.isSuspended }, try reader.get(CampusRevision.self, campus), in: reader)
    }

    /// Reads the people who have changed since `known`.
    init(of campus: String, since known: CampusSnapshot, in reader: any StoreReader) throws {
        let query = IndexQuery(AccountRecord.changes, group: campus, ranks: known.change + 1 ... .max)
        try self.init(
            try reader.list(AccountRecord.self, query), try reader.get(CampusRevision.self, campus), in: reader)
        if departures != known.departures {
            let everyone = IndexQuery(AccountRecord.discoverable, group: campus)
            present = Set(try reader.positions(AccountRecord.self, everyone).map { UserID($0.key) })
        }
    }

    private init(_ accounts: [AccountRecord], _ revision: CampusRevision?, in reader: any StoreReader) throws {
        self.accounts = accounts
        change = max(revision?.change ?? 0, accounts.map(\.change).max() ?? 0)
        departures = revision?.departures ?? 0
        var requirements: [UserID: CachedPerson.Requirements] = [:]
        for start in stride(from: 0, to: accounts.count, by: Self.batch) {
            let keys = accounts[start...].prefix(Self.batch).map(\.key)
            for record in try reader.get(PreferenceRecord.self, all: keys).values where record.dealbreakers != .none {
                requirements[record.userID] = .rule(record.dealbreakers.rule)
            }
        }
        for unreadable in reader.quarantined where unreadable.table == PreferenceRecord.table {
            requirements[UserID(unreadable.key)] = .unknown
        }
        self.requirements = requirements
    }

    /// Creates an empty reading.
    init() { (accounts, change, departures, requirements) = ([], 0, 0, [:]) }

    func requirements(of person: UserID) -> CachedPerson.Requirements { requirements[person] ?? .nothing }
}
