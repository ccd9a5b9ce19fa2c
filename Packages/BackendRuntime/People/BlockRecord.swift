package import Foundation
package import Matching
package import OrbitModels
package import OrbitStore

/// A person has blocked another.
package struct BlockRecord: StoreRecord {
    package static let table = "blocks"
    package static let byBlocker = "blocker"
    package static let byBlocked = "blocked"
    private static let byCampus = "campus"

    package private(set) var blocker: UserID
    package private(set) var blocked: UserID
    package let campus: String
    /// The blocked person's name, as the blocker knew it.
    package private(set) var name: String?
    package let blockedAt: Date
    /// Since when the two do not see each other, if the blocked person blocked first.
    package var apartSince: Date?

    package init(
        blocker: UserID, blocked: UserID, campus: String, name: String? = nil, blockedAt: Date, apartSince: Date? = nil
    ) {
        (self.blocker, self.blocked, self.campus) = (blocker, blocked, campus)
        (self.name, self.blockedAt, self.apartSince) = (name, blockedAt, apartSince)
    }

    package var key: String { Self.key(blocker, blocked) }

    package var indexEntries: [IndexEntry] {
        [
            IndexEntry(Self.byBlocker, group: blocker.rawValue, rank: blockedAt.milliseconds),
            IndexEntry(Self.byBlocked, group: blocked.rawValue, rank: blockedAt.milliseconds),
            IndexEntry(Self.byCampus, group: campus),
        ]
    }

    /// Replaces a person by a pseudonym. The name is removed, whoever of the two it is of.
    package mutating func replace(_ person: UserID, with pseudonym: UserID) {
        if blocker == person { blocker = pseudonym }
        if blocked == person { blocked = pseudonym }
        name = nil
    }

    package static func key(_ blocker: UserID, _ blocked: UserID) -> String { "\(blocker)>\(blocked)" }

    package static func all(on campus: String) -> IndexQuery { IndexQuery(byCampus, group: campus) }

    /// Those of some people between whom and a person a block stands, whoever has blocked the other. One that cannot be
    /// read stands.
    package static func parted(
        from person: UserID, among ids: [UserID], in reader: any StoreReader
    ) throws -> Set<UserID> {
        let keys = { (id: UserID) in [key(person, id), key(id, person)] }
        let standing = try ids.flatMap(keys).standing(Self.self, in: reader)
        return standing.isEmpty ? [] : Set(ids.filter { !standing.isDisjoint(with: keys($0)) })
    }

    /// A block that cannot be read stands.
    package static func stands(between pair: UserPair, in reader: any StoreReader) throws -> Bool {
        let keys = [key(pair.first, pair.second), key(pair.second, pair.first)]
        return try !keys.standing(Self.self, in: reader).isEmpty
    }

    /// The other people of a person's blocks that a list has left out because their values cannot be read: the people
    /// whom this person has blocked, and the people who have blocked this person. The key names both people.
    ///
    /// - Parameter reader: The reader that has listed the person's blocks.
    package static func unreadable(
        of person: UserID, in reader: any StoreReader
    ) -> (blocked: [UserID], blockers: [UserID]) {
        let pairs = Set(reader.setAside.filter { $0.table == table }.map(\.key)).sorted().map(viewers(ofKey:))
            .filter { $0.count == 2 }
        return (pairs.filter { $0[0] == person }.map { $0[1] }, pairs.filter { $0[1] == person }.map { $0[0] })
    }
}

extension [String] {
    /// Those of the keys that have a record, even if it cannot be read.
    package func standing<Record: StoreRecord>(_ type: Record.Type, in reader: any StoreReader) throws -> Set<String> {
        if isEmpty { return [] }
        let found = try reader.get(type, all: self)
        let unreadable = reader.setAside.lazy.filter { $0.table == Record.table }.map(\.key)
        return Set(found.keys).union(Set(unreadable).intersection(self))
    }
}

extension BlockRecord: SuggestionBasis {
    package var viewers: [UserID] { [blocker, blocked] }
    package static func viewers(ofKey key: String) -> [UserID] { key.split(separator: ">").map { UserID(String($0)) } }
}
