import BackendRuntime
import Foundation
import Matching
import OrbitModels
import OrbitStore

/// The pairing of one campus on one day, with its progress.
///
/// The first request for today's match starts the pairing of today, and schedules the pairing of tomorrow. A campus
/// without such requests is not paired.
struct PairingDayRecord: PhasedJob, ExpiringRecord {
    static let table = "pairing_days"
    static var personalData: PersonalData<Self> { .none("The progress of the pairing of a day.") }

    let campus: String
    let day: CalendarDay
    /// The start of the day or, on the first day, the time of the request.
    private let since: Date
    /// The end of the day.
    let end: Date
    /// The name of the plan that is stored, or is being stored. If two servers compute a plan at the same time, the
    /// parts of one of the plans are not used.
    var plan = ""
    /// The number of groups in the plan; `nil` until the plan is stored completely.
    var planned: Int?
    /// The number of groups that were processed.
    var done = 0
    /// Whether all groups were processed, or the day has ended.
    var isDone = false

    var key: String { Self.key(campus, day) }
    var expiresAt: Date { end.addingTimeInterval(7 * 86_400) }
    var indexEntries: [IndexEntry] { (isDone ? [] : [Self.waitingEntry(since: since)]) + [expiryEntry] }

    static func key(_ campus: String, _ day: CalendarDay) -> String { "\(campus) \(day)" }

    /// Returns the records of today and tomorrow.
    static func asked(of campus: String, at now: Date, _ context: BackendContext) -> [PairingDayRecord] {
        let midnight = context.endOfDay(on: campus, at: now)
        return [(now, midnight), (midnight, context.endOfDay(on: campus, at: midnight))].map { since, end in
            PairingDayRecord(campus: campus, day: context.day(on: campus, at: since), since: since, end: end)
        }
    }

    static func perform(_ key: String, by runner: JobRunner) async throws -> JobRunner.Progress {
        try await DailyPairing(key: key, runner: runner).perform()
    }

    func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool {
        try PairingDay(record: self, context: context, transaction: transaction).carryOut(DailyPairing.groups)
    }
}

/// A part of a day's plan, with groups to match. It is deleted when all its groups were processed.
struct PairingPartRecord: ExpiringRecord {
    static let table = "pairing_parts"
    static var personalData: PersonalData<Self> {
        .expires(withinDays: 9, "Who will be paired today, by id alone. Each part is deleted when it is done.")
    }
    /// The maximum number of groups in a part.
    static let maxGroups = 100

    let plan: String
    let number: Int
    /// A group of one person has no match today.
    let groups: [[UserID]]
    let expiresAt: Date

    var key: String { Self.key(plan, number) }
    var indexEntries: [IndexEntry] { [expiryEntry] }

    static func key(_ plan: String, _ number: Int) -> String { "\(plan) \(number)" }
}
