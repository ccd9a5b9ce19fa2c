import BackendRuntime
import Matching
import Networking
import OrbitModels
import OrbitStore

/// What a person has said about the people they want to meet. It is disclosed to no other user.
struct TasteRecord: BackendRecord {
    static let table = "tastes"
    static var personalData: PersonalData<Self> {
        .init(
            .key(
                exported: ExportSection(
                    "taste", of: "Discover", #"The dealbreakers, and the ids of people marked "less like this""#)
            ) { taste, exporting in
                ExportedTaste(
                    dealbreakers: taste.dealbreakers, lessLike: try taste.lessLike.filter { try exporting.sees($0) })
            },
            .index(Self.lessLike, erase: .change("The rest is the other person's.") { $0.forget($1.person) }))
    }

    let userID: UserID
    private(set) var dealbreakers = Dealbreakers.none
    /// Counts changes of the dealbreakers.
    private(set) var version = 1
    /// "Less like this", the latest first.
    private(set) var lessLike: [UserID] = []
    /// Of these, the people whose poke the person has put away by it. It says no more than a declined poke does, or
    /// they would learn of it: the daily pairing would never bring the two together.
    private var answered: Set<UserID> = []
    /// Counts changes of ``lessLike``.
    private(set) var lessLikeVersion = 0

    var key: String { userID.rawValue }
    var indexEntries: [IndexEntry] { lessLike.map { IndexEntry(Self.lessLike($0)) } }

    /// The people that the daily pairing keeps away from the person for good.
    var keptApart: [UserID] { lessLike.filter { !answered.contains($0) } }

    /// Those who have marked a person.
    private static func lessLike(_ id: UserID) -> String { "less like \(id)" }

    /// Of the dealbreakers.
    var entityTag: EntityTag { EntityTag(rawValue: "\"\(userID)-\(version)\"") }

    init(userID: UserID) {
        self.userID = userID
    }

    static func of(_ id: UserID, in reader: any StoreReader) throws -> TasteRecord {
        try reader.get(Self.self, id.rawValue) ?? TasteRecord(userID: id)
    }

    mutating func set(_ dealbreakers: Dealbreakers) {
        self.dealbreakers = dealbreakers
        version += 1
    }

    /// A person who is named again is the latest again. Returns whether anything has changed: a repeated request, such
    /// as after a lost response, has no further effect.
    ///
    /// - Parameter hasAsked: whether the person has poked this one lately.
    mutating func showLess(like id: UserID, hasAsked: Bool) -> Bool {
        guard lessLike.first != id else { return false }
        if hasAsked, !lessLike.contains(id) { answered.insert(id) }
        lessLike = [id] + lessLike.filter { $0 != id }.prefix(Self.mostHidden - 1)
        answered.formIntersection(lessLike)
        lessLikeVersion += 1
        return true
    }

    /// Returns whether there was something to take back.
    mutating func takeBackLess(like id: UserID) -> Bool {
        guard lessLike.contains(id) else { return false }
        forget(id)
        lessLikeVersion += 1
        return true
    }

    /// A person who is gone had no weight any more.
    private mutating func forget(_ id: UserID) {
        lessLike.removeAll { $0 == id }
        answered.remove(id)
    }

    /// Of more, the oldest are forgotten. Only the latest ``LessLike/capacity`` bear on others.
    static let mostHidden = 100
}

extension TasteRecord: SuggestionBasis {
    var viewers: [UserID] { [userID] }
}

/// What kind of people the person wants to meet.
struct ExportedTaste: Codable, Sendable {
    let dealbreakers: Dealbreakers
    let lessLike: [UserID]

    enum CodingKeys: String, CodingKey {
        case dealbreakers
        case lessLike = "less_like"
    }
}
