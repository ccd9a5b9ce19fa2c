import Matching
import Networking
import OrbitModels

/// What a person has said about the people they want to meet. It is disclosed to no other user.
struct TasteRecord: StoreRecord {
    static let table = "tastes"

    let userID: UserID
    private(set) var dealbreakers = Dealbreakers.none
    /// Counts changes of the dealbreakers.
    private(set) var version = 1
    /// "Less like this", the latest first.
    private(set) var lessLike: [UserID] = []
    /// Counts changes of the latter.
    private(set) var lessLikeVersion = 0

    var key: String { userID.rawValue }
    var indexEntries: [IndexEntry] { [] }

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
    mutating func showLess(like id: UserID) -> Bool {
        guard lessLike.first != id else { return false }
        lessLike = [id] + lessLike.filter { $0 != id }.prefix(Self.mostHidden - 1)
        lessLikeVersion += 1
        return true
    }

    /// Returns whether there was something to take back.
    mutating func takeBackLess(like id: UserID) -> Bool {
        guard lessLike.contains(id) else { return false }
        lessLike.removeAll { $0 == id }
        lessLikeVersion += 1
        return true
    }

    /// Of more, the oldest are forgotten. Only the latest ``LessLike/capacity`` bear on others.
    static let mostHidden = 100
}
