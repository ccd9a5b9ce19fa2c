import BackendRuntime
import Matching
import OrbitModels
import OrbitStore

/// The people of one campus on one day. A copy is free, and is not affected by later changes.
struct CampusSnapshot: Sendable {
    private(set) var index: CampusIndex
    /// The people in the index.
    private var people = HashTrie<UserID, CachedPerson>()
    /// The number of people who had left the campus for good.
    private(set) var departures: Int
    /// The latest changes.
    private(set) var recentChanges: RecentChanges

    var comparison: ComparisonContext { index.campus }

    /// The last change that the index contains.
    var change: Int64 { recentChanges.change }

    /// Builds a campus from a reading of all its people.
    ///
    /// - Parameters:
    ///   - reading: All people of the campus.
    ///   - comparison: The campus and the day. The rarity of interests results from the accounts.
    init(of reading: CampusReading, on comparison: ComparisonContext) {
        index = CampusIndex(on: comparison)
        departures = reading.departures
        recentChanges = RecentChanges(of: comparison.day, at: reading.change)
        for account in reading.accounts { put(account, of: reading, last: true) }
        index.weighInterests()
    }

    /// The people of the campus, in the order of their ids.
    var ids: [UserID] {
        var ids: [UserID] = []
        people.forEachKey { ids.append($0) }
        return ids.sorted()
    }

    /// Returns a person of the campus; `nil` for people who are not in it.
    func person(_ id: UserID) -> CachedPerson? { people[id] }

    /// Applies the changes of a reading.
    ///
    /// - Parameter reading: The people who have changed since an earlier state of the campus. The reading lacks people
    ///   who have left since then. It contains only the last change of each person.
    mutating func follow(_ reading: CampusReading) { follow(reading, last: false) }

    /// Applies the changes since the build, so that the campus equals a campus that is built now from all people.
    ///
    /// People with equal scores are in the order of their changes, and interests have their current weights.
    mutating func renew(with reading: CampusReading) {
        follow(reading, last: true)
        index.weighInterests()
    }

    /// - Parameters:
    ///   - reading: The people who have changed.
    ///   - last: Whether they are ordered after all other people.
    private mutating func follow(_ reading: CampusReading, last: Bool) {
        for account in reading.accounts where account.change > change {
            if account.isSuspended {
                remove(account.id)
            } else {
                put(account, of: reading, last: last)
            }
            recentChanges.note(account.id, account.change)
        }
        recentChanges.reach(reading.change)
        // A reading that is older than this snapshot lacks people who have joined since the reading. They must not be
        // removed. The condition excludes such a reading, which does not have more departures than the snapshot.
        if departures < reading.departures, let present = reading.present {
            var gone: [UserID] = []
            people.forEachKey { if !present.contains($0) { gone.append($0) } }
            for id in gone { remove(id) }
            departures = reading.departures
        }
    }

    private mutating func put(_ account: AccountRecord, of reading: CampusReading, last: Bool) {
        guard let shown = ComparedProfile(account, on: comparison.day)?.shown else { return }
        let person = Person(id: account.id, profile: shown)
        if last { index.append(person) } else { index.insert(person) }
        people[person.id] = CachedPerson(shown, requirements: reading.requirements(of: person.id), on: comparison)
    }

    private mutating func remove(_ id: UserID) {
        index.remove(id)
        people[id] = nil
    }
}
