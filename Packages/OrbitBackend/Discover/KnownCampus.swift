import BackendRuntime
import Matching
import OrbitModels
import OrbitStore

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
        index = CampusIndex(on: scale)
        departures = reading.departures
        news = News(of: scale.day, at: reading.change)
        for account in reading.accounts { put(account, of: reading, last: true) }
        index.weighInterests()
    }

    /// A person of the campus; `nil` of others.
    func person(_ id: UserID) -> KnownPerson? { people[id] }

    /// - Parameter reading: those who have changed since what was known then. The people of some changes are gone, or
    ///   changed again.
    mutating func follow(_ reading: CampusReading) { follow(reading, last: false) }

    /// Follows what has changed since it was made, so that it is the same as one that is made of all now: people of
    /// equal scores are in the order of their changes, and interests weigh what they weigh now.
    mutating func renew(with reading: CampusReading) {
        follow(reading, last: true)
        index.weighInterests()
    }

    /// - Parameter last: whether those who have changed come after all others.
    private mutating func follow(_ reading: CampusReading, last: Bool) {
        for account in reading.accounts where account.change > change {
            if account.isSuspended {
                remove(account.id)
            } else {
                put(account, of: reading, last: last)
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

    private mutating func put(_ account: AccountRecord, of reading: CampusReading, last: Bool) {
        guard let shown = ComparedProfile(account, on: scale.day)?.shown else { return }
        let person = Person(id: account.id, profile: shown)
        if last { index.append(person) } else { index.insert(person) }
        people[person.id] = KnownPerson(shown, asks: reading.asks(of: person.id), on: scale)
    }

    private mutating func remove(_ id: UserID) {
        index.remove(id)
        people[id] = nil
    }
}
