import Connections
import Foundation
import OrbitModels
import Profiles

/// What two people are to each other since they were first matched. There is one for a pair, whatever
/// brought them together and however often.
struct MatchRecord: StoreRecord {
    static let table = "matches"
    /// Active matches, by the one or the other of the two.
    static let byFirst = "first"
    static let bySecond = "second"
    private static let byID = "id"
    private static let parted = "parted"

    let id: MatchID
    let first: UserID
    let second: UserID
    let campus: String
    let createdAt: Date
    /// The last day that brought them together.
    var date: CalendarDay
    var endedAt: Date?
    var endedBy: UserID?

    var pair: UserPair { UserPair(first, second) }
    var key: String { pair.key }
    var isActive: Bool { endedAt == nil }

    var indexEntries: [IndexEntry] {
        let created = createdAt.milliseconds
        let state =
            isActive
            ? [
                IndexEntry(Self.byFirst, group: first.rawValue, rank: created),
                IndexEntry(Self.bySecond, group: second.rawValue, rank: created),
            ] : [IndexEntry(Self.parted, group: campus)]
        return state + [IndexEntry(Self.byID, group: id.rawValue)]
    }

    static func find(_ id: MatchID, in reader: any StoreReader) throws -> MatchRecord? {
        try reader.list(Self.self, IndexQuery(byID, group: id.rawValue, limit: 1)).first
    }

    /// The pairs that have parted, and are not brought together again by chance.
    static func partedPairs(on campus: String, in reader: any StoreReader) throws -> Set<UserPair> {
        Set(try reader.list(Self.self, IndexQuery(parted, group: campus)).map(\.pair))
    }

    /// The match as the one sees it who is not `partner`.
    func match(with partner: AccountRecord) -> Match {
        let viewer: ProfileViewer = isActive ? .match : .stranger
        let isMajorShown = partner.profile?.isShown(.major, to: viewer) == true
        return Match(
            id: id, date: date, partnerID: partner.id, partnerName: partner.profile?.name ?? "",
            partnerMajor: isMajorShown ? partner.profile?.major : nil, status: isActive ? .active : .disconnected,
            createdAt: createdAt)
    }
}
