import Foundation
import Matching
import OrbitModels
import Profiles

/// What two people are to each other since they were first matched. There is one for a pair, whatever
/// brought them together and however often. Matches are listed by creation and id.
struct MatchRecord: StoreRecord, Equatable {
    static let table = "matches"
    /// Active matches, by either of the two.
    static let byFirst = "first"
    static let bySecond = "second"
    private static let byPair = "pair"
    private static let parted = "parted"

    let id: MatchID
    let first: UserID
    let second: UserID
    let campus: String
    let createdAt: Date
    /// The last day that brought them together.
    var date: CalendarDay
    /// What did so on that day.
    var origin: MatchOrigin
    /// Of three who were brought together on that day.
    var groupID: MatchGroupID?
    var endedAt: Date?
    var endedBy: UserID?

    var pair: UserPair { UserPair(first, second) }
    var key: String { id.rawValue }
    var isActive: Bool { endedAt == nil }

    var indexEntries: [IndexEntry] {
        let created = createdAt.milliseconds
        let state =
            isActive
            ? [
                IndexEntry(Self.byFirst, group: first.rawValue, rank: created),
                IndexEntry(Self.bySecond, group: second.rawValue, rank: created),
            ] : [IndexEntry(Self.parted, group: campus)]
        return state + [IndexEntry(Self.byPair, group: pair.key)]
    }

    /// The match of the two, active or not.
    static func between(_ pair: UserPair, in reader: any StoreReader) throws -> MatchRecord? {
        try reader.list(Self.self, IndexQuery(byPair, group: pair.key, limit: 1)).first
    }

    /// The pairs that have parted, and are not brought together again by chance.
    static func partedPairs(on campus: String, in reader: any StoreReader) throws -> Set<UserPair> {
        Set(try reader.list(Self.self, IndexQuery(parted, group: campus)).map(\.pair))
    }

    /// The match as the other of the two sees it.
    func match(with partner: AccountRecord) -> Match {
        let viewer: ProfileViewer = isActive ? .match : .stranger
        let isMajorShown = partner.profile?.isShown(.major, to: viewer) == true
        return Match(
            id: id, date: date, partnerID: partner.id, partnerName: partner.profile?.name ?? "",
            partnerMajor: isMajorShown ? partner.profile?.major : nil, origin: origin,
            groupID: groupID, status: isActive ? .active : .disconnected,
            createdAt: createdAt)
    }
}
