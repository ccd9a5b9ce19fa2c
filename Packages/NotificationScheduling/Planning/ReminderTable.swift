public import Foundation
import OrbitModels

/// The times of many notifications, prepared for being searched again and again.
///
/// ```swift
/// let table = ReminderTable(facts, preferences: preferences, zone: zone, now: clock.date)
/// let next = table.next(64, after: clock.date)
/// ```
///
/// Preparing sorts all, in O(n log n). A search then takes O(log n) and what lies within some two days of the first
/// `count`: 200,000 reminders of a year are searched for the next 64 in some microseconds. The table is of one zone:
/// prepare another when the user travels, or when the rules of a zone change.
public struct ReminderTable: Sendable {
    /// A notification and when it fires.
    public struct Reminder: Hashable, Sendable {
        /// What it is known by.
        public let identifier: NotificationIdentifier
        /// What it is about.
        public let subject: NotificationSubject
        /// When it fires, after quiet hours have moved it.
        public let fire: Date
    }

    /// By key, each key once, the greatest version; of the same version the last.
    let facts: [NotificationFact]
    let preferences: NotificationPreferences
    let clock: ZoneClock
    /// The start of each fact, in seconds since 1970.
    let starts: [Int]
    /// Those whose time does not depend on when they are planned.
    private let candidates: [Candidate]
    /// Those that fire at once if their time is past.
    private let announcements: [Candidate]
    private let isSorted: Bool

    /// How long after the plan it fires what is to fire at once: a centre must have been told before.
    private static let soon = Int(SystemTrigger.margin)

    /// Prepares the table. Of facts with the same entity and occurrence the greatest version counts.
    ///
    /// - Parameter now: the UTC offsets of `zone` are looked up for four years from then on.
    public init(
        _ facts: [NotificationFact], preferences: NotificationPreferences = NotificationPreferences(), zone: TimeZone,
        now: Date
    ) {
        self.init(facts, preferences: preferences, zone: zone, now: now, isSorted: true)
    }

    /// Without sorting, a single search is faster.
    init(
        _ facts: [NotificationFact], preferences: NotificationPreferences, zone: TimeZone, now: Date, isSorted: Bool
    ) {
        let facts = Self.withoutDuplicates(facts)
        var readings = WallReadings()
        var candidates: [Candidate] = []
        var announcements: [Candidate] = []
        var starts: [Int] = []
        starts.reserveCapacity(facts.count)
        for (place, fact) in facts.enumerated().prefix(Int(Int32.max)) {
            let start = readings.start(of: fact.span, in: zone)
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

    /// The soonest `count`, in order, that fire after `now`. At the same time by entity and occurrence.
    ///
    /// Those of ``ReminderRule/Moment/onceStarted`` fire 5 seconds after `now` if their time is past.
    public func next(_ count: Int, after now: Date) -> [Reminder] {
        choices(count, after: clock.zone.second(of: now)).map { choice in
            let fact = facts[Int(choice.candidate.fact)]
            return Reminder(
                identifier: identifier(of: choice.candidate), subject: fact.subject,
                fire: Date(timeIntervalSince1970: Double(choice.fire)))
        }
    }

    /// The soonest, in order, of those of the table and `others`.
    ///
    /// - Parameter told: notifications that are not to be repeated.
    func choices(
        _ count: Int, after now: Int, others: [Candidate] = [], told: Set<NotificationIdentifier> = []
    ) -> [Choice] {
        var soonest = SoonestChoices(count, after: now, hours: preferences.quietHours, clock: clock)
        for candidate in announcements where !isTold(candidate, told) {
            soonest.consider(candidate.moved(to: max(candidate.raw, now + Self.soon)))
        }
        for candidate in others { soonest.consider(candidate) }
        let start = isSorted ? firstIndex(from: soonest.earliest) : 0
        for candidate in candidates[start...] {
            if candidate.raw > soonest.latest {
                if isSorted { break }
            } else if candidate.raw >= soonest.earliest, !isTold(candidate, told) {
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

    private func isTold(_ candidate: Candidate, _ told: Set<NotificationIdentifier>) -> Bool {
        !told.isEmpty && rule(of: candidate).isOnce && told.contains(identifier(of: candidate))
    }

    /// Binary search.
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
