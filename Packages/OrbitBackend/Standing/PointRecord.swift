import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Reputation
import Trust

/// An entry in the log of the points that a person has earned.
///
/// It is stored in the transaction that earns the points. Its key names the reason and the meetup, so that nothing
/// earns points twice.
struct PointRecord: BackendRecord {
    static let table = "points"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byPerson,
                exported: ExportSection("points", of: "Reputation", "An entry in the log of social points")
            ) { record, _ in record.earned })
    }
    /// The index of a person's entries, by number.
    static let byPerson = "person"
    /// The maximum number of entries that are read; the latest are read. A week has fewer entries, even if each has the
    /// lowest number of points.
    private static let maxPerWeek = 128

    let userID: UserID
    let earned: EarnedPoints

    var key: String { Self.key(earned.point.reason, of: userID, at: earned.point.meetupID) }
    var indexEntries: [IndexEntry] {
        [IndexEntry(Self.byPerson, group: userID.rawValue, rank: Int64(earned.number))]
    }

    private static func key(_ reason: SocialPointReason, of person: UserID, at meetup: MeetupID?) -> String {
        "\(person)>\(reason.rawValue)>\(meetup?.rawValue ?? "")"
    }

    /// Adds the points for an action, unless it has earned points before, or the limit of the day or week is reached.
    static func earn(
        _ reason: SocialPointReason, by person: UserID, at meetup: MeetupID, in transaction: LogTransaction
    ) throws {
        guard try transaction.get(Self.self, key(reason, of: person, at: meetup)) == nil else { return }
        let latest = IndexQuery(byPerson, group: person.rawValue, order: .descending, limit: maxPerWeek)
        let log = try transaction.list(Self.self, latest).map(\.earned)
        guard
            let point = SocialPointRules.standard.entry(
                for: reason, meetup: meetup, at: transaction.now, after: log.map(\.point))
        else { return }
        let (total, isTooMuch) = (log.first?.total ?? 0).addingReportingOverflow(point.points)
        guard !isTooMuch else { return }
        let earned = EarnedPoints(number: (log.first?.number ?? 0) + 1, point: point, total: total)
        try transaction.put(PointRecord(userID: person, earned: earned))
    }
}
