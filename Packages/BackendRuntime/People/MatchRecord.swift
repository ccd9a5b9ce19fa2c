package import Foundation
package import Matching
package import OrbitModels
package import OrbitStore
import Profiles

/// The match of two people. A pair has one record, regardless of the cause and number of their matches.
///
/// Matches are listed by creation and id. A match of the day is deleted at its end, and the two are strangers again.
package struct MatchRecord: StoreRecord, Equatable {
    package static let table = "matches"
    /// Active matches, by the first person. ``activeBySecond`` has them by the second person.
    package static let activeByFirst = "first"
    package static let activeBySecond = "second"
    private static let byPair = "pair"
    /// All matches, by the first person. ``allBySecond`` has them by the second person.
    package static let allByFirst = "of first"
    package static let allBySecond = "of second"
    private static let ended = "parted"

    package let id: MatchID
    package let first: UserID
    package let second: UserID
    package let campus: String
    package let createdAt: Date
    /// The latest day on which the two were matched.
    package var date: CalendarDay
    /// The cause of the match on that day.
    package var origin: MatchOrigin
    /// The group of three people who were matched on that day; `nil` for a match of two.
    package var groupID: MatchGroupID?
    /// The instant at which a match of the day ends; `nil` for a match that does not expire.
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
        let state =
            isActive
            ? [
                IndexEntry(Self.activeByFirst, group: first.rawValue, at: createdAt),
                IndexEntry(Self.activeBySecond, group: second.rawValue, at: createdAt),
            ] + (endsAt.map { [IndexEntry.due(at: $0)] } ?? [])
            : [IndexEntry(Self.ended, group: campus)]
        return state + [
            IndexEntry(Self.byPair, group: pair.key),
            IndexEntry(Self.allByFirst, group: first.rawValue, at: createdAt),
            IndexEntry(Self.allBySecond, group: second.rawValue, at: createdAt),
        ]
    }

    /// Returns the match of two people, active or ended.
    package static func between(_ pair: UserPair, in reader: any StoreReader) throws -> MatchRecord? {
        try reader.list(Self.self, IndexQuery(byPair, group: pair.key, limit: 1)).first
    }

    /// Returns the people who have an active or ended match with a person. The call lists the person's matches, or
    /// looks up each of the people, depending on which number is smaller.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - ids: The people to check.
    ///   - reader: A snapshot of the store.
    package static func partners(
        of person: UserID, among ids: [UserID], in reader: any StoreReader
    ) throws -> Set<UserID> {
        let all = [allByFirst, allBySecond].map { IndexQuery($0, group: person.rawValue, limit: ids.count + 1) }
        let counts = try all.map { try reader.count(Self.self, $0) }
        if counts.allSatisfy({ $0 <= ids.count }) {
            let matches = try zip(all, counts).flatMap { try $1 > 0 ? reader.list(Self.self, $0) : [] }
            return Set(matches.map { $0.pair.partner(of: person) }).intersection(ids)
        }
        let queries = ids.map { IndexQuery(byPair, group: UserPair(person, $0).key, limit: 1) }
        return Set(zip(ids, try reader.list(Self.self, all: queries)).lazy.filter { !$1.isEmpty }.map(\.0))
    }

    /// Returns the query of the ended matches of a campus. The daily pairing does not match these people again.
    package static func ended(on campus: String) -> IndexQuery { IndexQuery(ended, group: campus) }

    /// Returns the match as one of the two people sees it.
    ///
    /// - Parameter partner: The account of the other person.
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

/// A record that the suggestions of some people depend on, such as a match between two people.
///
/// A write of the record increments ``LogHead/suggestionRevision`` of these people, with or without an event. This
/// invalidates their cached pages of suggestions.
package protocol SuggestionBasis: StoreRecord {
    /// The people whose suggestions a write of the record affects.
    var viewers: [UserID] { get }

    /// Returns the people whose suggestions the removal of a record affects.
    ///
    /// - Parameter key: The key of the removed record.
    /// - Returns: The people. The default is an empty list.
    static func viewers(ofKey key: String) -> [UserID]
}

extension SuggestionBasis {
    /// Returns an empty list, for records whose removal changes no suggestions.
    package static func viewers(ofKey key: String) -> [UserID] { [] }
}

/// A match is removed only together with a write of another match of the same people, or with an event to both. Its
/// removal therefore need not affect suggestions.
extension MatchRecord: SuggestionBasis {
    package var viewers: [UserID] { [first, second] }
}
