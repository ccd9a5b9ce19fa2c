import Discover
import OrbitModels

/// Whom somebody is suggested on one day, in order. Composed when they first look; those who come to the campus
/// later in the day are added at its end, so nobody shifts.
struct DailyList: StoreRecord {
    static let table = "daily_lists"

    let viewer: UserID
    let day: CalendarDay
    /// What of the viewer it rests on: their profile and their taste. When that changes, it is composed anew.
    let basis: String
    private(set) var people: [UserID] = []
    /// The last change to the campus that it takes account of.
    private(set) var change: Int64 = -1

    var key: String { viewer.rawValue }
    var indexEntries: [IndexEntry] { [] }

    /// Names the list to its cursors.
    var name: String { "discover \(viewer) \(day) \(basis)" }

    /// The most people that a day brings.
    static let length = 100
    /// How many of the best the list is chosen from.
    private static let choice = 300

    /// An empty list.
    init(of viewer: AccountRecord, _ taste: TasteRecord, on day: CalendarDay) {
        self.viewer = viewer.id
        self.day = day
        basis = "\(viewer.version) \(taste.version)"
    }

    /// The list as it is kept; `nil` if it is of another day or rests on something else.
    static func kept(_ empty: DailyList, in reader: any StoreReader) throws -> DailyList? {
        guard let list = try reader.get(Self.self, empty.key), list.day == empty.day, list.basis == empty.basis
        else { return nil }
        return list
    }

    /// Has somebody's list extended the next time they look, because someone may be suggested who could not be before.
    static func reopen(of viewer: UserID, in transaction: any StoreTransaction) throws {
        guard var list = try transaction.get(Self.self, viewer.rawValue) else { return }
        list.change = -1
        try transaction.put(list)
    }

    /// Whether nobody could be added to it.
    func isUpToDate(with campus: KnownCampus) -> Bool { people.count >= Self.length || change >= campus.change }

    /// Adds those who suit the viewer best of all who are not on it yet.
    mutating func extend(
        for viewer: AccountRecord, _ taste: TasteRecord, from campus: KnownCampus, in transaction: any StoreTransaction
    ) throws {
        let admission = try Admission(viewer, taste, on: campus.scale, in: transaction)
        let ledger = try SeenRecord.ledger(of: viewer.id, in: transaction)
        let known = Set(people)
        var accounts: [UserID: AccountRecord] = [:]
        let best = try campus.index.best(Self.choice, for: viewer.profile ?? Profile(name: "")) { id in
            guard !known.contains(id), !ledger.isResting(id, on: day) else { return false }
            accounts[id] = try admission.account(id)
            return accounts[id] != nil
        }
        let candidates = best.compactMap { id, score in
            accounts[id]?.profile.map {
                SuggestionMix.Candidate(id: id, score: score, likeness: Likeness($0.compared(on: day)))
            }
        }
        let mix = try mix(of: candidates, taste, in: transaction)
        people += mix.order(candidates, Self.length - people.count)
        change = campus.change
    }

    private func mix(
        of candidates: [SuggestionMix.Candidate], _ taste: TasteRecord, in reader: any StoreReader
    ) throws -> SuggestionMix {
        let cap = ExposureCap.standard
        let capped = Set(
            try candidates.map(\.id).filter { try ExposureRecord.count(of: $0, on: day, in: reader) >= cap.most })
        let disliked = try taste.lessLike.prefix(LessLike.capacity).compactMap { id in
            try reader.get(AccountRecord.self, id.rawValue)?.profile.map { Likeness($0.compared(on: day)) }
        }
        return SuggestionMix(
            lessLike: LessLike(disliked), front: max(0, cap.front - people.count),
            isCapped: { capped.contains($0) }, seed: seed)
    }

    private var seed: UInt64 {
        // Sixteen hexadecimal digits always fit.
        UInt64(StableHash.hexadecimal(["mix", viewer.rawValue, day.description]).prefix(16), radix: 16) ?? 0
    }
}
