import Foundation
import Matching
import OrbitModels

/// A person has blocked another.
struct BlockRecord: StoreRecord {
    static let table = "blocks"
    static let byBlocker = "blocker"
    private static let byCampus = "campus"

    let blocker: UserID
    let blocked: UserID
    let campus: String
    /// The blocked person's name, as the blocker knew it.
    let name: String?
    let blockedAt: Date

    var key: String { Self.key(blocker, blocked) }

    var indexEntries: [IndexEntry] {
        [
            IndexEntry(Self.byBlocker, group: blocker.rawValue, rank: blockedAt.milliseconds),
            IndexEntry(Self.byCampus, group: campus),
        ]
    }

    static func key(_ blocker: UserID, _ blocked: UserID) -> String { "\(blocker)>\(blocked)" }

    static func pairs(on campus: String, in reader: any StoreReader) throws -> Set<UserPair> {
        Set(try reader.list(Self.self, IndexQuery(byCampus, group: campus)).map { UserPair($0.blocker, $0.blocked) })
    }

    static func stands(between pair: UserPair, in reader: any StoreReader) throws -> Bool {
        try reader.get(Self.self, key(pair.first, pair.second)) != nil
            || reader.get(Self.self, key(pair.second, pair.first)) != nil
    }
}
