import Discover
import Foundation
import OrbitModels

/// The people of each campus, ready to be searched.
///
/// It holds nothing of its own: it is made from the store, and follows the store's log of changes, so that any
/// number of servers have the same. It is made anew each day, when interests have shifted.
actor CampusDirectory {
    private let timeZone: TimeZone
    private var campuses: [String: KnownCampus] = [:]

    init(timeZone: TimeZone) {
        self.timeZone = timeZone
    }

    /// The campus as the store has it.
    func campus(_ name: String, on day: CalendarDay, in store: any BackendStore) async throws -> KnownCampus {
        guard let known = campuses[name], known.scale.day == day else {
            let accounts = try await store.read {
                try $0.list(AccountRecord.self, IndexQuery(AccountRecord.discoverable, group: name))
            }
            let fresh = KnownCampus(of: accounts, on: day, timeZone)
            return keep(fresh, as: name)
        }
        let changed = try await store.read { reader in
            try reader.list(
                AccountRecord.self,
                IndexQuery(AccountRecord.changes, group: name, ranks: known.change + 1 ... .max))
        }
        guard !changed.isEmpty else { return known }
        // While the store was read, another call may have gone on.
        var newest = campuses.removeValue(forKey: name) ?? known
        newest.follow(changed)
        return keep(newest, as: name)
    }

    /// Of two that were made at the same time, the one that knows more stays.
    private func keep(_ campus: KnownCampus, as name: String) -> KnownCampus {
        if let other = campuses[name], (other.scale.day, other.change) > (campus.scale.day, campus.change) {
            return other
        }
        campuses[name] = campus
        return campus
    }
}

/// The people of one campus on one day.
struct KnownCampus: Sendable {
    private(set) var index: CampusIndex
    /// The last change that is in the index.
    private(set) var change: Int64

    var scale: CampusScale { index.campus }

    init(of accounts: [AccountRecord], on day: CalendarDay, _ timeZone: TimeZone) {
        let people = accounts.compactMap { $0.compared(on: day) }
        let rarity = InterestRarity(of: people.lazy.map(\.profile.interests))
        index = CampusIndex(on: CampusScale(rarity: rarity, timeZone: timeZone, day: day))
        for person in people { index.insert(person) }
        change = accounts.map(\.change).max() ?? 0
    }

    /// - Parameter accounts: in the order of their changes.
    mutating func follow(_ accounts: [AccountRecord]) {
        for account in accounts where account.change > change {
            if let person = account.compared(on: scale.day) { index.insert(person) }
            change = account.change
        }
    }
}

extension AccountRecord {
    fileprivate func compared(on day: CalendarDay) -> Person? {
        profile.map { Person(id: id, profile: $0.compared(on: day)) }
    }
}
