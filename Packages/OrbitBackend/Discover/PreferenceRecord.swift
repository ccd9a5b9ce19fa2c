import BackendRuntime
import Matching
import Networking
import OrbitModels
import OrbitStore

/// The preferences of a person for the people they want to meet. They are disclosed to no other user.
struct PreferenceRecord: BackendRecord {
    static let table = "tastes"
    static var personalData: PersonalData<Self> {
        .init(
            .key(
                exported: ExportSection(
                    "taste", of: "Discover", #"The dealbreakers, and the ids of people marked "less like this""#)
            ) { preferences, exporting in
                ExportedPreferences(
                    dealbreakers: preferences.dealbreakers,
                    lessLike: try preferences.lessLike.filter { try exporting.sees($0) })
            },
            .index(Self.lessLike, erase: .change("The rest belongs to the other person.") { $0.forget($1.person) }))
    }

    let userID: UserID
    private(set) var dealbreakers = Dealbreakers.none
    /// The version of the dealbreakers, which counts their changes.
    private(set) var version = 1
    /// The people marked "less like this", the latest first.
    private(set) var lessLike: [UserID] = []
    /// The marked people who had poked the owner of this record recently when they were marked. The daily pairing
    /// treats their poke as declined. If the pairing excluded them for good, they would learn of the mark.
    private var markedPokeSenders: Set<UserID> = []
    /// The version of ``lessLike``, which counts its changes.
    private(set) var lessLikeVersion = 0

    private enum CodingKeys: String, CodingKey {
        case userID, dealbreakers, version, lessLike, lessLikeVersion
        case markedPokeSenders = "answered"
    }

    var key: String { userID.rawValue }
    var indexEntries: [IndexEntry] { lessLike.map { IndexEntry(Self.lessLike($0)) } }

    /// The people that the daily pairing keeps apart from the person for good.
    var keptApart: [UserID] { lessLike.filter { !markedPokeSenders.contains($0) } }

    /// Returns the name of the index of the people who have marked `id`.
    private static func lessLike(_ id: UserID) -> String { "less like \(id)" }

    /// The version of the dealbreakers as an entity tag.
    var entityTag: EntityTag { EntityTag(rawValue: "\"\(userID)-\(version)\"") }

    init(userID: UserID) {
        self.userID = userID
    }

    static func of(_ id: UserID, in reader: any StoreReader) throws -> PreferenceRecord {
        try reader.get(Self.self, id.rawValue) ?? PreferenceRecord(userID: id)
    }

    mutating func set(_ dealbreakers: Dealbreakers) {
        self.dealbreakers = dealbreakers
        version += 1
    }

    /// Marks a person "less like this". An existing mark becomes the latest mark.
    ///
    /// - Parameters:
    ///   - id: The marked person.
    ///   - hasPoked: Whether that person has poked the owner of this record recently.
    /// - Returns: Whether anything has changed. A repeated request, such as after a lost response, has no further
    ///   effect.
    mutating func showLess(like id: UserID, hasPoked: Bool) -> Bool {
        guard lessLike.first != id else { return false }
        if hasPoked, !lessLike.contains(id) { markedPokeSenders.insert(id) }
        lessLike = [id] + lessLike.filter { $0 != id }.prefix(Self.maxHidden - 1)
        markedPokeSenders.formIntersection(lessLike)
        lessLikeVersion += 1
        return true
    }

    /// Removes a mark. Returns whether there was a mark.
    mutating func undoShowLess(like id: UserID) -> Bool {
        guard lessLike.contains(id) else { return false }
        forget(id)
        lessLikeVersion += 1
        return true
    }

    /// Removes a mark without a new ``lessLikeVersion``, because the mark of a deleted account has no effect.
    private mutating func forget(_ id: UserID) {
        lessLike.removeAll { $0 == id }
        markedPokeSenders.remove(id)
    }

    /// The maximum number of marks; the oldest are removed. Only the latest `NegativeFeedback.capacity` marks affect
    /// the order of other people.
    static let maxHidden = 100
}

extension PreferenceRecord: SuggestionBasis {
    var viewers: [UserID] { [userID] }
}

/// The preferences of a person in the export.
struct ExportedPreferences: Codable, Sendable {
    let dealbreakers: Dealbreakers
    let lessLike: [UserID]

    enum CodingKeys: String, CodingKey {
        case dealbreakers
        case lessLike = "less_like"
    }
}
