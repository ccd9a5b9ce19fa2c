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

    /// Returns the group of a person in the plan; `nil` for a person without a group. It also returns `nil` until the
    /// plan is stored completely, and after the pairing has ended.
    func group(of person: UserID, in reader: any StoreReader) throws -> [UserID]? {
        guard !isDone, let planned, planned > 0 else { return nil }
        let key = PairingPartRecord.key(of: person, in: plan, groups: planned)
        // An unreadable part counts as missing. The job has the same groups in other parts.
        let part = try reader.get(PairingPartRecord.self, all: [key])[key]
        return part?.groups.first { $0.contains(person) }
    }

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

/// A part of a day's plan, with groups to match.
///
/// A plan is stored twice, in different parts:
///
/// - In the order in which the job matches the groups. The job deletes a part when all its groups were processed.
/// - By person, for requests that do not wait for the job. The id of a person determines the part with their group.
///   These parts expire with the day.
struct PairingPartRecord: ExpiringRecord {
    static let table = "pairing_parts"
    static var personalData: PersonalData<Self> {
        .expires(
            withinDays: 9,
            "Who will be paired today, by id alone. The parts for the job are deleted when they are done.")
    }
    /// The maximum number of groups in a part for the job.
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

extension PairingPartRecord {
    /// Returns the parts of a plan for the job.
    static func inOrder(_ groups: [[UserID]], of plan: String, expiresAt: Date) -> [PairingPartRecord] {
        stride(from: 0, to: groups.count, by: maxGroups).enumerated().map { number, start in
            PairingPartRecord(
                plan: plan, number: number, groups: Array(groups[start...].prefix(maxGroups)), expiresAt: expiresAt)
        }
    }

    /// Returns the parts of a plan by person. Each group is in the parts of all its people.
    static func byPerson(_ groups: [[UserID]], of plan: String, expiresAt: Date) -> [PairingPartRecord] {
        let count = personPartCount(of: groups.count)
        var parts = [[[UserID]]](repeating: [], count: count)
        for group in groups {
            for number in Set(group.map { personPart(of: $0, among: count) }) { parts[number].append(group) }
        }
        return parts.enumerated().map { number, groups in
            PairingPartRecord(plan: personPlan(plan), number: number, groups: groups, expiresAt: expiresAt)
        }
    }

    /// Returns the key of the part with the group of a person.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - plan: The name of the plan.
    ///   - groups: The number of groups in the plan.
    static func key(of person: UserID, in plan: String, groups: Int) -> String {
        key(personPlan(plan), personPart(of: person, among: personPartCount(of: groups)))
    }

    private static func personPlan(_ plan: String) -> String { "\(plan) by person" }

    private static func personPartCount(of groups: Int) -> Int { groups / maxGroups + 1 }

    private static func personPart(of person: UserID, among count: Int) -> Int {
        Int(ContentHash.seed([person.rawValue]) % UInt64(count))
    }
}
