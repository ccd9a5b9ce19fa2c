import BackendRuntime
import Foundation
import Matching
import OrbitModels
import OrbitStore

/// The people suggested to one viewer on one day, in order. Composed when the viewer first looks; those who come to
/// the campus later in the day are added at its end, so that no position shifts.
struct DailyList: ExpiringRecord, Hashable {
    static let table = "daily_lists"
    static var personalData: PersonalData<Self> {
        .init(
            .key(),
            remark: "The list of another person's day names people by id alone, until it expires within two days.")
    }

    let viewer: UserID
    let day: CalendarDay
    let expiresAt: Date
    /// What of the viewer it rests on: what they are compared by, and their dealbreakers. When that changes, it is
    /// composed anew.
    let basis: String
    private(set) var people: [UserID] = []
    /// The "less like this" that the order takes account of.
    private var lessLikeVersion: Int
    /// The last change to the campus that it takes account of.
    private var change: Int64 = -1

    var key: String { viewer.rawValue }
    var indexEntries: [IndexEntry] { [expiryEntry] }

    /// Names the list to its cursors.
    var name: String { "discover \(viewer) \(day) \(basis)" }

    /// Those who count as its front; see `ExposureCap`.
    var front: ArraySlice<UserID> { people.prefix(ExposureCap.standard.front) }

    /// The most people that a day brings.
    static let length = 100

    /// An empty list.
    init(of viewer: AccountRecord, _ taste: TasteRecord, on day: CalendarDay, now: Date) throws {
        self.viewer = viewer.id
        self.day = day
        // By then every clock on earth shows a later day.
        expiresAt = now.addingTimeInterval(2 * 86_400)
        basis = try "\(ComparedProfile(viewer, on: day)?.own.fingerprint ?? "") \(taste.version)"
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

    /// Ends the list at a place if there is a new "less like this": what the viewer has not seen may change.
    mutating func end(at place: Int, for taste: TasteRecord) {
        guard lessLikeVersion != taste.lessLikeVersion else { return }
        people = Array(people.prefix(place))
        (lessLikeVersion, change) = (taste.lessLikeVersion, -1)
    }

    /// Whether there may be people who belong on it and are not.
    func isOpen(to news: KnownCampus.News) -> Bool { people.count < Self.length && change < news.change }

    /// Adds people of those who suit the viewer best of all who are not on it yet.
    mutating func extend(
        with candidates: [SuggestionMix.Candidate], of campus: KnownCampus, _ taste: TasteRecord,
        in reader: any StoreReader
    ) throws {
        change = campus.change
        people += try mix(of: candidates, taste, in: reader).order(candidates, Self.length - people.count)
    }

    private func mix(
        of candidates: [SuggestionMix.Candidate], _ taste: TasteRecord, in reader: any StoreReader
    ) throws -> SuggestionMix {
        let cap = ExposureCap.standard
        let capped = try ExposureRecord.counts(of: candidates.map(\.id), on: day, in: reader)
            .filter { $0.value >= cap.most }
        let lessLike = taste.lessLike.prefix(LessLike.capacity)
        let accounts = lessLike.isEmpty ? [:] : try reader.get(AccountRecord.self, all: lessLike.map(\.rawValue))
        let disliked = lessLike.compactMap { id in
            accounts[id.rawValue].flatMap { ComparedProfile($0, on: day) }.map { Likeness($0.shown) }
        }
        return SuggestionMix(
            lessLike: LessLike(disliked), front: max(0, cap.front - people.count),
            isCapped: { capped[$0] != nil }, seed: ContentHash.seed(["mix", viewer.rawValue, day.description]))
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
