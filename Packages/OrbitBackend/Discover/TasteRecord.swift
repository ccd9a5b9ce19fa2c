import Discover
import OrbitModels

/// What somebody has said about whom they want to meet. Nobody else is told.
struct TasteRecord: StoreRecord {
    static let table = "tastes"

    let userID: UserID
    private(set) var dealbreakers = Dealbreakers.none
    /// "Less like this", the latest first.
    private(set) var lessLike: [UserID] = []
    /// Counts changes.
    private(set) var version = 0

    var key: String { userID.rawValue }
    var indexEntries: [IndexEntry] { [] }

    init(userID: UserID) {
        self.userID = userID
    }

    static func of(_ id: UserID, in reader: any StoreReader) throws -> TasteRecord {
        try reader.get(Self.self, id.rawValue) ?? TasteRecord(userID: id)
    }

    mutating func set(_ dealbreakers: Dealbreakers) {
        guard dealbreakers != self.dealbreakers else { return }
        self.dealbreakers = dealbreakers
        version += 1
    }

    mutating func showLess(like id: UserID) {
        guard !lessLike.contains(id) else { return }
        lessLike = [id] + lessLike.prefix(Self.mostHidden - 1)
        version += 1
    }

    /// Returns whether there was something to take back.
    mutating func takeBackLess(like id: UserID) -> Bool {
        guard lessLike.contains(id) else { return false }
        lessLike.removeAll { $0 == id }
        version += 1
        return true
    }

    /// Of more, the oldest are forgotten. Only the latest ``LessLike/capacity`` bear on others.
    private static let mostHidden = 500
}
