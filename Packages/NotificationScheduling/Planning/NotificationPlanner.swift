public import Foundation
import OrbitModels

/// Computes which notifications are to be pending. A pure function: the same request at the same time gives the same
/// plan, and planning again later gives the rest of it.
///
/// ```swift
/// let plan = NotificationPlanner.plan(PlanRequest(facts, zone: zone), now: clock.date)
/// print(NotificationPlanTable(plan).text())
/// ```
public enum NotificationPlanner {
    /// The plan of a request. What has more to say than `budget` keeps the soonest, and says in its last that more are
    /// coming; a budget of 1 keeps the soonest.
    ///
    /// - Complexity: O(n) in the number of facts, and O(n log n) unless they are sorted by entity and occurrence.
    public static func plan(
        _ request: PlanRequest, now: Date, budget: NotificationBudget = .standard
    ) -> NotificationPlan {
        let table = ReminderTable(
            request.facts, preferences: request.preferences, zone: request.zone, now: now, isSorted: false)
        return plan(table, now: now, snoozes: request.snoozes, told: request.told, budget: budget)
    }

    /// The plan of a table, for planning again and again without preparing anew.
    public static func plan(
        _ table: ReminderTable, now: Date, snoozes: [Snooze] = [], told: Set<NotificationIdentifier> = [],
        budget: NotificationBudget = .standard
    ) -> NotificationPlan {
        let second = table.clock.zone.second(of: now)
        let slots = PlanSlots(
            table, after: second, snoozes: SnoozeCandidates(snoozes, table, after: second).all, told: told)
        let (found, hasMore) = slots.first(budget.count)
        let wording = PlanWording(table: table, now: second)
        var notifications = found.map(wording.notification)
        if hasMore, budget.count > 1, let last = notifications.popLast() {
            notifications.append(wording.moreComing(at: last.fire))
        }
        return NotificationPlan(
            notifications: notifications, hasMore: hasMore,
            made: Date(timeIntervalSince1970: Double(second)), zone: table.clock.zone)
    }

    /// Snoozes that are still pending, as candidates.
    private struct SnoozeCandidates {
        /// In the order of the snoozes, the last of each identifier.
        let all: [Candidate]

        /// Keeps snoozes of the same version of a fact in the table that fire after `now` and are neither muted nor too late.
        init(_ snoozes: [Snooze], _ table: ReminderTable, after now: Int) {
            guard !snoozes.isEmpty else {
                all = []
                return
            }
            let latest = Dictionary(snoozes.map { ($0.identifier, $0) }) { $1 }
            let wanted = Set(latest.keys.map(\.key))
            var found: [Candidate] = []
            for (place, fact) in table.facts.enumerated() where wanted.contains(fact.subject.key) {
                FactCandidates(fact: fact, preferences: table.preferences, start: table.starts[place])
                    .forEach { index, rule, _, limit, lead in
                        let identifier = rule.identifier(for: fact.subject, lead: lead)
                        guard let snooze = latest[identifier], snooze.version == fact.subject.version else { return }
                        let fire = min(TimeZone.gmt.second(of: snooze.until), limit - 60)
                        guard fire > now else { return }
                        found.append(
                            Candidate(
                                raw: fire, limit: limit, fact: Int32(place), rule: Int16(index),
                                movesInQuietHours: false, isSnoozed: true, lead: Int32(lead)))
                    }
            }
            all = found
        }
    }
}

/// How many notifications may be pending at once.
///
/// Apple's systems keep 64 of an app, and sources disagree on which they drop beyond that, so a plan stays below.
public struct NotificationBudget: Hashable, Sendable {
    /// 0 to ``largest``.
    public let count: Int

    /// One less than Apple's systems keep.
    public static let largest = 63
    /// 60: room for notifications that other parts of an app schedule.
    public static let standard = Self(60)

    /// Clamped to 0, which plans nothing, to ``largest``.
    public init(_ count: Int) {
        self.count = min(max(count, 0), Self.largest)
    }
}
