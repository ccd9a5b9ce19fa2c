import Matching
import OrbitModels

/// The people of one campus on one day. A copy costs nothing, and stays as it is while the campus goes on.
struct KnownCampus: Sendable {
    private(set) var index: CampusIndex
    /// Those who are in the index.
    private var people = HashTrie<UserID, KnownPerson>()
    /// How many had left the campus for good.
    private(set) var departures: Int
    /// What has changed lately.
    private(set) var news: News

    var scale: CampusScale { index.campus }

    /// The last change that is in the index.
    var change: Int64 { news.change }

    /// - Parameter scale: All but the rarity of interests, which is that of the accounts.
    init(of reading: CampusReading, on scale: CampusScale) {
        let compared = reading.accounts.compactMap { $0.compared(on: scale.day) }
        var scale = scale
        scale.rarity = InterestRarity(of: compared.lazy.map(\.profile.interests))
        index = CampusIndex(on: scale)
        departures = reading.departures
        news = News(of: scale.day, at: reading.change)
        for person in compared { insert(person, asks: reading.asks(of: person.id)) }
    }

    /// A person of the campus; `nil` of others.
    func person(_ id: UserID) -> KnownPerson? { people[id] }

    /// - Parameter reading: those who have changed since what was known then. The people of some changes are gone, or
    ///   changed again.
    mutating func follow(_ reading: CampusReading) {
        for account in reading.accounts where account.change > change {
            if account.isSuspended {
                remove(account.id)
            } else if let person = account.compared(on: scale.day) {
                insert(person, asks: reading.asks(of: account.id))
            }
            news.note(account.id, account.change)
        }
        news.reach(reading.change)
        // An older reading, in which those are missing who have come since, has no more departures.
        if departures < reading.departures, let present = reading.present {
            var gone: [UserID] = []
            people.forEachKey { if !present.contains($0) { gone.append($0) } }
            for id in gone { remove(id) }
            departures = reading.departures
        }
    }

    private mutating func insert(_ person: Person, asks: KnownPerson.Asks) {
        index.insert(person)
        people[person.id] = KnownPerson(person.profile, asks: asks, on: scale)
    }

    private mutating func remove(_ id: UserID) {
        index.remove(id)
        people[id] = nil
    }
}

extension AccountRecord {
    fileprivate func compared(on day: CalendarDay) -> Person? {
        ComparedProfile(self, on: day).map { Person(id: id, profile: $0.shown) }
    }
}
