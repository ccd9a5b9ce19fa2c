import Foundation
import Matching
import OrbitModels

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
