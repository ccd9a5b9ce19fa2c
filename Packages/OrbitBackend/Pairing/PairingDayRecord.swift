import BackendRuntime
import Foundation
import Matching
import OrbitModels
import OrbitStore

/// The pairing of one campus on one day, and how far it has got. The first person who asks for today's match has the
/// day paired, and the next as soon as it begins: a campus at which nobody looks is not paired.
struct PairingDayRecord: PhasedJob, ExpiringRecord {
    static let table = "pairing_days"
    static var personalData: PersonalData<Self> { .none("How far the pairing of a day has got.") }

    let campus: String
    let day: CalendarDay
    /// When the day begins, or, of the first day, when it was asked for.
    private let since: Date
    /// When the day ends.
    let end: Date
    /// Names the plan that is written down, or that was. Of two servers that plan at once, the parts of one do not
    /// count.
    var plan = ""
    /// How many groups the plan has; `nil` before all of it is written down.
    var planned: Int?
    /// How many of them have had their turn.
    var done = 0
    /// Whether all have, or the day is over.
    var isDone = false

    var key: String { Self.key(campus, day) }
    var expiresAt: Date { end.addingTimeInterval(7 * 86_400) }
    var indexEntries: [IndexEntry] { (isDone ? [] : [Self.waitingEntry(since: since)]) + [expiryEntry] }

    static func key(_ campus: String, _ day: CalendarDay) -> String { "\(campus) \(day)" }

    /// Those of today and of tomorrow.
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

/// A part of a day's plan: groups that are to be brought together. It goes when all have had their turn.
struct PairingPartRecord: ExpiringRecord {
    static let table = "pairing_parts"
    static var personalData: PersonalData<Self> {
        .expires(withinDays: 9, "Who is to meet today, by id alone. Each part goes when it is carried out.")
    }
    /// The most groups of one part.
    static let mostGroups = 100

    let plan: String
    let number: Int
    /// A group of one person has no match today.
    let groups: [[UserID]]
    let expiresAt: Date

    var key: String { Self.key(plan, number) }
    var indexEntries: [IndexEntry] { [expiryEntry] }

    static func key(_ plan: String, _ number: Int) -> String { "\(plan) \(number)" }
}
