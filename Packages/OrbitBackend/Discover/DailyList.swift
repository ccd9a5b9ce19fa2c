import BackendRuntime
import Foundation
import Matching
import OrbitModels
import OrbitStore

/// The people suggested to one viewer on one day, in order.
///
/// The list is composed when the viewer first requests it. People who join the campus later in the day are added at the
/// end, so that no position shifts.
struct DailyList: ExpiringRecord, Hashable {
    static let table = "daily_lists"
    static var personalData: PersonalData<Self> {
        .init(
            .key(),
            remark: "Daily lists of other people name the person by id alone, and expire within two days.")
    }

    let viewer: UserID
    let day: CalendarDay
    let expiresAt: Date
    /// The data of the viewer that the list depends on: the values that are compared, and the dealbreakers. When they
    /// change, the list is composed anew.
    let basis: String
    private(set) var people: [UserID] = []
    /// The version of the "less like this" marks that the order reflects.
    private var lessLikeVersion: Int
    /// The last change to the campus that the list reflects.
    private var change: Int64 = -1

    var key: String { viewer.rawValue }
    var indexEntries: [IndexEntry] { [expiryEntry] }

    /// The name of the list in its cursors.
    var name: String { "discover \(viewer) \(day) \(basis)" }

    /// The people at the top of the list; see `ExposureCap`.
    var front: ArraySlice<UserID> { people.prefix(ExposureCap.standard.front) }

    /// The maximum number of people per day.
    static let length = 100

    /// Creates an empty list.
    init(of viewer: AccountRecord, _ preferences: PreferenceRecord, on day: CalendarDay, now: Date) throws {
        self.viewer = viewer.id
        self.day = day
        // By then, every time zone has reached a later day.
        expiresAt = now.addingTimeInterval(2 * 86_400)
        basis = try "\(ComparedProfile(viewer, on: day)?.own.fingerprint ?? "") \(preferences.version)"
        lessLikeVersion = preferences.lessLikeVersion
    }

    /// Returns the stored list, or an empty list if the stored list has another day or another basis.
    func kept(_ stored: DailyList?) -> DailyList {
        guard let stored, stored.day == day, stored.basis == basis else { return self }
        return stored
    }

    /// Reopens the list of a person, because it may lack a person who can be suggested again. The next request extends
    /// it.
    static func reopen(of viewer: UserID, in transaction: any StoreTransaction) throws {
        guard var list = try transaction.get(Self.self, viewer.rawValue) else { return }
        list.change = -1
        try transaction.put(list)
    }

    /// Removes the people after a position if there is a new "less like this", because their order may change.
    mutating func end(at place: Int, for preferences: PreferenceRecord) {
        guard lessLikeVersion != preferences.lessLikeVersion else { return }
        people = Array(people.prefix(place))
        (lessLikeVersion, change) = (preferences.lessLikeVersion, -1)
    }

    /// Whether the list may lack people who belong on it.
    func isOpen(to recentChanges: CampusSnapshot.RecentChanges) -> Bool {
        people.count < Self.length && change < recentChanges.change
    }

    /// Adds people from the best candidates who are not on the list yet.
    mutating func extend(
        with candidates: [DiversityReranker.Candidate], of campus: CampusSnapshot, _ preferences: PreferenceRecord,
        in reader: any StoreReader
    ) throws {
        change = campus.change
        people += try mix(of: candidates, preferences, in: reader).order(candidates, Self.length - people.count)
    }

    private func mix(
        of candidates: [DiversityReranker.Candidate], _ preferences: PreferenceRecord, in reader: any StoreReader
    ) throws -> DiversityReranker {
        let cap = ExposureCap.standard
        let capped = try ExposureRecord.counts(of: candidates.map(\.id), on: day, in: reader)
            .filter { $0.value >= cap.maxLists }
        let lessLike = preferences.lessLike.prefix(NegativeFeedback.capacity)
        let accounts = lessLike.isEmpty ? [:] : try reader.get(AccountRecord.self, all: lessLike.map(\.rawValue))
        let disliked = lessLike.compactMap { id in
            accounts[id.rawValue].flatMap { ComparedProfile($0, on: day) }.map { SimilarityFeatures($0.shown) }
        }
        return DiversityReranker(
            negativeFeedback: NegativeFeedback(disliked), front: max(0, cap.front - people.count),
            isCapped: { capped[$0] != nil }, seed: ContentHash.seed(["mix", viewer.rawValue, day.description]))
    }
}

extension Profile {
    /// A hash of all values by which people are compared.
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
