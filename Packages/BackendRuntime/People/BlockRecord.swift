package import Foundation
package import Matching
package import OrbitModels
package import OrbitStore

/// A block of one person by another.
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
    /// The instant since which the two do not see each other, if the blocked person blocked first.
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
            IndexEntry(Self.byBlocker, group: blocker.rawValue, at: blockedAt),
            IndexEntry(Self.byBlocked, group: blocked.rawValue, at: blockedAt),
            IndexEntry(Self.byCampus, group: campus),
        ]
    }

    /// Replaces a person by a pseudonym, and removes the name.
    package mutating func replace(_ person: UserID, with pseudonym: UserID) {
        if blocker == person { blocker = pseudonym }
        if blocked == person { blocked = pseudonym }
        name = nil
    }

    package static func key(_ blocker: UserID, _ blocked: UserID) -> String { "\(blocker)>\(blocked)" }

    package static func all(on campus: String) -> IndexQuery { IndexQuery(byCampus, group: campus) }

    /// Returns the people who have a block with a person in either direction. An unreadable block counts as a block.
    package static func blockedPeople(
        of person: UserID, among ids: [UserID], in reader: any StoreReader
    ) throws -> Set<UserID> {
        let keys = { (id: UserID) in [key(person, id), key(id, person)] }
        let existing = try ids.flatMap(keys).existingKeys(of: Self.self, in: reader)
        return existing.isEmpty ? [] : Set(ids.filter { !existing.isDisjoint(with: keys($0)) })
    }

    /// Returns the people who have a block with any of a few people, in either direction. Takes one store call.
    package static func peopleApart(from people: [UserID], in reader: any StoreReader) throws -> Set<UserID> {
        let queries = people.flatMap { person in
            [byBlocker, byBlocked].map { IndexQuery($0, group: person.rawValue) }
        }
        var found = Set(try reader.list(Self.self, all: queries).joined().flatMap { [$0.blocker, $0.blocked] })
        for person in people {
            let others = unreadable(of: person, in: reader)
            found.formUnion(others.blocked + others.blockers)
        }
        return found.subtracting(people)
    }

    /// Whether a block exists between two people in either direction. An unreadable block counts as a block.
    package static func exists(between pair: UserPair, in reader: any StoreReader) throws -> Bool {
        let keys = [key(pair.first, pair.second), key(pair.second, pair.first)]
        return try !keys.existingKeys(of: Self.self, in: reader).isEmpty
    }

    /// Returns the other people in a person's unreadable blocks. A list of blocks leaves out unreadable records, but
    /// the key of a record names both people.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - reader: The reader that has listed the person's blocks.
    /// - Returns: The people that the person has blocked, and the people who have blocked the person.
    package static func unreadable(
        of person: UserID, in reader: any StoreReader
    ) -> (blocked: [UserID], blockers: [UserID]) {
        let pairs = Set(reader.quarantined.filter { $0.table == table }.map(\.key)).sorted().map(viewers(ofKey:))
            .filter { $0.count == 2 }
        return (pairs.filter { $0[0] == person }.map { $0[1] }, pairs.filter { $0[1] == person }.map { $0[0] })
    }
}

extension [String] {
    /// Returns the keys that have a record, including unreadable records.
    package func existingKeys<Record: StoreRecord>(
        of type: Record.Type, in reader: any StoreReader
    ) throws -> Set<String> {
        if isEmpty { return [] }
        let found = try reader.get(type, all: self)
        let unreadable = reader.quarantined.lazy.filter { $0.table == Record.table }.map(\.key)
        return Set(found.keys).union(Set(unreadable).intersection(self))
    }
}

extension BlockRecord: SuggestionBasis {
    package var viewers: [UserID] { [blocker, blocked] }
    package static func viewers(ofKey key: String) -> [UserID] { key.split(separator: ">").map { UserID(String($0)) } }
}
