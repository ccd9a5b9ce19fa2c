package import Foundation
package import Matching
package import OrbitModels
package import OrbitStore
import Profiles

/// What two people are to each other since they were first matched. There is one for a pair, whatever
/// brought them together and however often. Matches are listed by creation and id. A match of the day goes at its end,
/// and the two are strangers again.
package struct MatchRecord: StoreRecord, Equatable {
    package static let table = "matches"
    /// Active matches, by either of the two.
    package static let byFirst = "first"
    package static let bySecond = "second"
    private static let byPair = "pair"
    /// All, by either of the two.
    package static let ofFirst = "of first"
    package static let ofSecond = "of second"
    private static let parted = "parted"

    package let id: MatchID
    package let first: UserID
    package let second: UserID
    package let campus: String
    package let createdAt: Date
    /// The last day that brought them together.
    package var date: CalendarDay
    /// What did so on that day.
    package var origin: MatchOrigin
    /// Of three who were brought together on that day.
    package var groupID: MatchGroupID?
    /// When it is to end, if chance alone has brought the two together; `nil` if it stays.
    package var endsAt: Date?
    package var endedAt: Date?
    package var endedBy: UserID?

    package init(
        id: MatchID, first: UserID, second: UserID, campus: String, createdAt: Date, date: CalendarDay,
        origin: MatchOrigin, groupID: MatchGroupID? = nil, endsAt: Date? = nil, endedAt: Date? = nil,
        endedBy: UserID? = nil
    ) {
        (self.id, self.first, self.second, self.campus) = (id, first, second, campus)
        (self.createdAt, self.date, self.origin, self.groupID) = (createdAt, date, origin, groupID)
        (self.endsAt, self.endedAt, self.endedBy) = (endsAt, endedAt, endedBy)
    }

    package var pair: UserPair { UserPair(first, second) }
    package var key: String { id.rawValue }
    package var isActive: Bool { endedAt == nil }

    package var indexEntries: [IndexEntry] {
        let created = createdAt.milliseconds
        let state =
            isActive
            ? [
                IndexEntry(Self.byFirst, group: first.rawValue, rank: created),
                IndexEntry(Self.bySecond, group: second.rawValue, rank: created),
            ] + (endsAt.map { [IndexEntry.due(at: $0)] } ?? [])
            : [IndexEntry(Self.parted, group: campus)]
        return state + [
            IndexEntry(Self.byPair, group: pair.key),
            IndexEntry(Self.ofFirst, group: first.rawValue, rank: created),
            IndexEntry(Self.ofSecond, group: second.rawValue, rank: created),
        ]
    }

    /// The match of the two, active or not.
    package static func between(_ pair: UserPair, in reader: any StoreReader) throws -> MatchRecord? {
        try reader.list(Self.self, IndexQuery(byPair, group: pair.key, limit: 1)).first
    }

    /// Those of some people with whom a person is matched, or has parted. It lists the person's matches, or looks each
    /// of the people up, whichever are fewer.
    package static func partners(
        of person: UserID, among ids: [UserID], in reader: any StoreReader
    ) throws -> Set<UserID> {
        let all = [ofFirst, ofSecond].map { IndexQuery($0, group: person.rawValue, limit: ids.count + 1) }
        let counts = try all.map { try reader.count(Self.self, $0) }
        if counts.allSatisfy({ $0 <= ids.count }) {
            let matches = try zip(all, counts).flatMap { try $1 > 0 ? reader.list(Self.self, $0) : [] }
            return Set(matches.map { $0.pair.partner(of: person) }).intersection(ids)
        }
        let queries = ids.map { IndexQuery(byPair, group: UserPair(person, $0).key, limit: 1) }
        return Set(zip(ids, try reader.list(Self.self, all: queries)).lazy.filter { !$1.isEmpty }.map(\.0))
    }

    /// Those who have parted, and are not brought together again by chance.
    package static func parted(on campus: String) -> IndexQuery { IndexQuery(parted, group: campus) }

    /// The match as the other of the two sees it.
    package func match(with partner: AccountRecord) -> Match {
        let viewer: ProfileViewer = isActive ? .match : .stranger
        let isMajorShown = partner.profile?.isShown(.major, to: viewer) == true
        return Match(
            id: id, date: date, partnerID: partner.id, partnerName: partner.profile?.name ?? "",
            partnerMajor: isMajorShown ? partner.profile?.major : nil, origin: origin,
            groupID: groupID, status: isActive ? .active : .disconnected,
            createdAt: createdAt, endsAt: endsAt)
    }
}

/// A record that the suggestions of some people depend on, such as what is between two people.
///
/// A write of the record increments ``LogHead/sight`` of these people, with or without an event. A page of suggestions
/// that was cached before is then not sent again.
package protocol SuggestionBasis: StoreRecord {
    /// The people affected when the record is written.
    var viewers: [UserID] { get }

    /// The people affected when the record with the key is removed.
    static func viewers(ofKey key: String) -> [UserID]
}

extension SuggestionBasis {
    /// An empty list, for records whose removal changes no suggestions.
    package static func viewers(ofKey key: String) -> [UserID] { [] }
}

/// It is removed only when another of the same two is written, or with an event to both.
extension MatchRecord: SuggestionBasis {
    package var viewers: [UserID] { [first, second] }
}
