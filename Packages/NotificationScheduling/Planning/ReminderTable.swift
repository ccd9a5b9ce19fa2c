public import Foundation
import OrbitModels

/// The times of many notifications, prepared for repeated searches.
///
/// ```swift
/// let table = ReminderTable(facts, preferences: preferences, zone: zone, now: clock.date)
/// let next = table.next(64, after: clock.date)
/// ```
///
/// Preparing a table sorts the notifications in O(n log n). A search takes O(log n) and examines all notifications
/// from at most 28 hours before `now` to at most 28 hours after the last result. In 200,000 reminders of a year, a
/// search for the next 64 takes some microseconds.
///
/// A table is valid for one time zone. Prepare another table when the user travels, or when the rules of a time zone
/// change.
public struct ReminderTable: Sendable {
    /// A notification with its time.
    public struct Reminder: Hashable, Sendable {
        /// The identifier of the notification.
        public let identifier: NotificationIdentifier
        /// The subject of the notification.
        public let subject: NotificationSubject
        /// The time at which it fires, after the effect of quiet hours.
        public let fire: Date
    }

    /// The facts sorted by key, each key once. The greatest version is used, and the last fact of equal versions.
    let facts: [NotificationFact]
    let preferences: NotificationPreferences
    let clock: ZoneClock
    /// The start of each fact, in seconds since 1970.
    let starts: [Int]
    /// The candidates whose time does not depend on the time of planning.
    private let candidates: [Candidate]
    /// The candidates that fire immediately if their time is past.
    private let announcements: [Candidate]
    private let isSorted: Bool

    /// The delay of notifications that fire immediately, in seconds. A centre has to receive them before their time.
    private static let soon = Int(SystemTrigger.margin)

    /// Prepares a table. If several facts have the same entity and occurrence, uses the greatest version.
    ///
    /// - Parameters:
    ///   - facts: The facts in any order.
    ///   - preferences: The preferences of the user.
    ///   - zone: The time zone of the user.
    ///   - now: The start of the four years for which the UTC offsets of `zone` are looked up.
    public init(
        _ facts: [NotificationFact], preferences: NotificationPreferences = NotificationPreferences(), zone: TimeZone,
        now: Date
    ) {
        self.init(facts, preferences: preferences, zone: zone, now: now, isSorted: true)
    }

    /// Prepares a table. Without sorting, a single search is faster.
    init(
        _ facts: [NotificationFact], preferences: NotificationPreferences, zone: TimeZone, now: Date, isSorted: Bool
    ) {
        let facts = Self.withoutDuplicates(facts)
        var localTimes = LocalTimeCache()
        var candidates: [Candidate] = []
        var announcements: [Candidate] = []
        var starts: [Int] = []
        starts.reserveCapacity(facts.count)
        for (place, fact) in facts.enumerated().prefix(Int(Int32.max)) {
            let start = localTimes.start(of: fact.span, in: zone)
            starts.append(start)
            FactCandidates(fact: fact, preferences: preferences, start: start).forEach {
                index, rule, raw, limit, lead in
                let candidate = Candidate(
                    raw: raw, limit: limit, fact: Int32(place), rule: Int16(index),
                    movesInQuietHours: rule.movesInQuietHours(isAccepted: fact.isAccepted), isSnoozed: false,
                    lead: Int32(lead))
                if rule.lead == nil { announcements.append(candidate) } else { candidates.append(candidate) }
            }
        }
        if isSorted { candidates.sort { $0.raw < $1.raw } }
        self.facts = facts
        self.preferences = preferences
        self.starts = starts
        self.candidates = candidates
        self.announcements = announcements
        self.isSorted = isSorted
        let start = zone.second(of: now)
        let last = (isSorted ? candidates.last?.raw : candidates.lazy.map(\.raw).max()) ?? start
        clock = ZoneClock(zone, from: start, to: last)
    }

    /// Returns the soonest `count` notifications that fire after `now`, by time, and then by entity and occurrence.
    ///
    /// Notifications of ``ReminderRule/Moment/onceStarted`` fire 5 seconds after `now` if their time is past.
    public func next(_ count: Int, after now: Date) -> [Reminder] {
        choices(count, after: clock.zone.second(of: now)).map { choice in
            let fact = facts[Int(choice.candidate.fact)]
            return Reminder(
                identifier: identifier(of: choice.candidate), subject: fact.subject,
                fire: Date(timeIntervalSince1970: Double(choice.fire)))
        }
    }

    /// Returns the soonest candidates of the table and of `others`, in order.
    ///
    /// - Parameters:
    ///   - count: The maximum number of candidates.
    ///   - now: The current time in seconds since 1970.
    ///   - others: Candidates that are not in the table.
    ///   - delivered: The notifications that are not to be repeated.
    func choices(
        _ count: Int, after now: Int, others: [Candidate] = [], delivered: Set<NotificationIdentifier> = []
    ) -> [Choice] {
        var soonest = BoundedHeap(count, after: now, hours: preferences.quietHours, clock: clock)
        for candidate in announcements where !wasDelivered(candidate, delivered) {
            soonest.consider(candidate.moved(to: max(candidate.raw, now + Self.soon)))
        }
        for candidate in others { soonest.consider(candidate) }
        let start = isSorted ? firstIndex(from: soonest.earliest) : 0
        for candidate in candidates[start...] {
            if candidate.raw > soonest.latest {
                if isSorted { break }
            } else if candidate.raw >= soonest.earliest, !wasDelivered(candidate, delivered) {
                soonest.consider(candidate)
            }
        }
        return soonest.sorted
    }

    func rule(of candidate: Candidate) -> ReminderRule {
        facts[Int(candidate.fact)].rules[Int(candidate.rule)]
    }

    func identifier(of candidate: Candidate) -> NotificationIdentifier {
        let plain = rule(of: candidate).identifier(
            for: facts[Int(candidate.fact)].subject, lead: Int(candidate.lead))
        return candidate.isSnoozed ? plain.snoozed : plain
    }

    private func wasDelivered(_ candidate: Candidate, _ delivered: Set<NotificationIdentifier>) -> Bool {
        !delivered.isEmpty && rule(of: candidate).isOnce && delivered.contains(identifier(of: candidate))
    }

    /// Returns the index of the first candidate that is not earlier than `raw`, by binary search. O(log n).
    private func firstIndex(from raw: Int) -> Int {
        var (lower, upper) = (0, candidates.count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if candidates[middle].raw < raw { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }

    private static func withoutDuplicates(_ facts: [NotificationFact]) -> [NotificationFact] {
        if zip(facts, facts.dropFirst()).allSatisfy({ $0.subject.key < $1.subject.key }) { return facts }
        var places: [SubjectKey: Int] = [:]
        for (place, fact) in facts.enumerated() {
            if let known = places[fact.subject.key], facts[known].subject.version > fact.subject.version { continue }
            places[fact.subject.key] = place
        }
        return places.sorted { $0.key < $1.key }.map { facts[$0.value] }
    }
}

extension Candidate {
    func moved(to raw: Int) -> Candidate {
        Candidate(
            raw: raw, limit: limit, fact: fact, rule: rule, movesInQuietHours: movesInQuietHours,
            isSnoozed: isSnoozed, lead: lead)
    }
}
