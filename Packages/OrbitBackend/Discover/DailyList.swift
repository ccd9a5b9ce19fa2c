import Foundation
import Matching
import OrbitModels

/// The people suggested to one viewer on one day, in order. Composed when the viewer first looks; those who come to
/// the campus later in the day are added at its end, so that no position shifts.
struct DailyList: StoreRecord, Hashable {
    static let table = "daily_lists"

    let viewer: UserID
    let day: CalendarDay
    /// What of the viewer it rests on: what they are compared by, and their dealbreakers. When that changes, it is
    /// composed anew.
    let basis: String
    private(set) var people: [UserID] = []
    /// The "less like this" that the order takes account of.
    private var lessLikeVersion: Int
    /// The last change to the campus that it takes account of.
    private var change: Int64 = -1

    var key: String { viewer.rawValue }
    var indexEntries: [IndexEntry] { [] }

    /// Names the list to its cursors.
    var name: String { "discover \(viewer) \(day) \(basis)" }

    /// Those who count as its front; see `ExposureCap`.
    var front: ArraySlice<UserID> { people.prefix(ExposureCap.standard.front) }

    /// The most people that a day brings.
    static let length = 100
    /// How many of the best the list is chosen from.
    private static let choice = 300

    /// An empty list.
    init(of viewer: AccountRecord, _ taste: TasteRecord, on day: CalendarDay) throws {
        self.viewer = viewer.id
        self.day = day
        basis = try "\(viewer.profile?.fingerprint ?? "") \(taste.version)"
        lessLikeVersion = taste.lessLikeVersion
    }

    /// The list as it is kept, unless it is of another day or rests on something else.
    func kept(_ stored: DailyList?) -> DailyList {
        guard let stored, stored.day == day, stored.basis == basis else { return self }
        return stored
    }

    /// Has a person's list extended when they look again, because a person may be suggested who could not be before.
    static func reopen(of viewer: UserID, in transaction: any StoreTransaction) throws {
        guard var list = try transaction.get(Self.self, viewer.rawValue) else { return }
        list.change = -1
        try transaction.put(list)
    }

    /// Adds those who suit the viewer best of all who are not on it yet.
    ///
    /// - Parameter place: from here on the viewer has not seen it, so that a new "less like this" may change it.
    mutating func extend(
        for viewer: AccountRecord, _ taste: TasteRecord, from place: Int, of campus: KnownCampus,
        _ admission: Admission, in reader: any StoreReader
    ) throws {
        if lessLikeVersion != taste.lessLikeVersion {
            people = Array(people.prefix(place))
            (lessLikeVersion, change) = (taste.lessLikeVersion, -1)
        }
        guard people.count < Self.length, change < campus.change, let profile = viewer.profile else { return }
        change = campus.change
        let ledger = try SeenRecord.ledger(of: viewer.id, in: reader)
        let known = Set(people)
        var admitted: [UserID: Admission.Admitted] = [:]
        let best = try campus.index.best(Self.choice, for: profile) { id in
            guard !known.contains(id), !ledger.isResting(id, on: day), let person = try admission.admitted(id),
                try !admission.hasAsked(id)
            else { return false }
            admitted[id] = person
            return true
        }
        let candidates = best.compactMap { id, score in
            admitted[id].map {
                SuggestionMix.Candidate(id: id, score: score, likeness: Likeness($0.compared))
            }
        }
        people += try mix(of: candidates, taste, in: reader).order(candidates, Self.length - people.count)
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
            isCapped: { capped.contains($0) }, seed: ContentHash.seed(["mix", viewer.rawValue, day.description]))
    }
}

extension Profile {
    /// Changes when anything does by which people are compared.
    fileprivate var fingerprint: String {
        get throws {
            let compared = Profile(
                name: "", birthMonth: birthMonth, location: location, interests: interests, personality: personality,
                socialPreferences: socialPreferences, friendshipGoals: friendshipGoals, availability: availability,
                visibility: visibility)
            return ContentHash.hexadecimal([String(decoding: try OrbitJSON.encoder.encode(compared), as: UTF8.self)])
        }
    }
}
