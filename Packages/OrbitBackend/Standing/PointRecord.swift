import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Reputation
import Trust

/// An entry in the log of what has earned a person points. It is written in the transaction that earns them, under a
/// name that the same thing has again: nothing earns twice.
struct PointRecord: BackendRecord {
    static let table = "points"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byPerson, exported: ExportSection("points", of: "Reputation", "What has earned social points")
            ) { record, _ in record.earned })
    }
    /// Those of a person, by number.
    static let byPerson = "person"
    /// More than one week earns, by the least of the points.
    private static let mostOfWeek = 128

    let userID: UserID
    let earned: EarnedPoints

    var key: String { Self.key(earned.point.reason, of: userID, at: earned.point.meetupID) }
    var indexEntries: [IndexEntry] {
        [IndexEntry(Self.byPerson, group: userID.rawValue, rank: Int64(earned.number))]
    }

    private static func key(_ reason: SocialPointReason, of person: UserID, at meetup: MeetupID?) -> String {
        "\(person)>\(reason.rawValue)>\(meetup?.rawValue ?? "")"
    }

    /// Gives what something is worth, unless it was given before, or the day or the week is full.
    static func earn(
        _ reason: SocialPointReason, by person: UserID, at meetup: MeetupID, in transaction: LogTransaction
    ) throws {
        guard try transaction.get(Self.self, key(reason, of: person, at: meetup)) == nil else { return }
        let latest = IndexQuery(byPerson, group: person.rawValue, order: .descending, limit: mostOfWeek)
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
