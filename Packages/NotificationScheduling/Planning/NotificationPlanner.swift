public import Foundation
import OrbitModels

/// A pure function that computes the notifications to schedule.
///
/// The same request at the same time gives the same plan, and a later call gives the remaining notifications.
///
/// ```swift
/// let plan = NotificationPlanner.plan(PlanRequest(facts, zone: zone), now: clock.date)
/// print(NotificationPlanTable(plan).text())
/// ```
public enum NotificationPlanner {
    /// Returns the plan of a request.
    ///
    /// If more notifications follow than `budget` allows, the plan keeps the soonest, and its last notification says
    /// that more are coming. A budget of 1 keeps only the soonest.
    ///
    /// - Parameters:
    ///   - request: The facts, the preferences and the snoozes.
    ///   - now: The current date.
    ///   - budget: The maximum number of notifications.
    /// - Complexity: O(n) in the number of facts if they are sorted by entity and occurrence, and O(n log n) if they
    ///   are not.
    public static func plan(
        _ request: PlanRequest, now: Date, budget: NotificationBudget = .standard
    ) -> NotificationPlan {
        let table = ReminderTable(
            request.facts, preferences: request.preferences, zone: request.zone, now: now, isSorted: false)
        return plan(table, now: now, snoozes: request.snoozes, delivered: request.delivered, budget: budget)
    }

    /// Returns the plan of a table. Repeated planning does not prepare the facts again.
    ///
    /// - Parameters:
    ///   - table: The prepared facts.
    ///   - now: The current date.
    ///   - snoozes: The notifications that the user has snoozed.
    ///   - delivered: The notifications that were shown already.
    ///   - budget: The maximum number of notifications.
    public static func plan(
        _ table: ReminderTable, now: Date, snoozes: [Snooze] = [], delivered: Set<NotificationIdentifier> = [],
        budget: NotificationBudget = .standard
    ) -> NotificationPlan {
        let second = table.clock.zone.second(of: now)
        let slots = PlanSlots(
            table, after: second, snoozes: SnoozeCandidates(snoozes, table, after: second).all, delivered: delivered)
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

    /// The snoozes that are still pending, as candidates.
    private struct SnoozeCandidates {
        /// The candidates in the order of the facts. If several snoozes have the same identifier, the last applies.
        let all: [Candidate]

        /// Keeps a snooze if the table contains its fact in the same version, and if it can still fire after `now`.
        /// Muted notifications are dropped.
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

/// The maximum number of pending notifications.
///
/// Apple's systems keep 64 notifications of an app. Sources disagree on which notifications the systems drop beyond
/// this number, so a plan stays below it.
public struct NotificationBudget: Hashable, Sendable {
    /// The number, 0 to ``largest``.
    public let count: Int

    /// 63: one less than Apple's systems keep.
    public static let largest = 63
    /// 60: leaves room for the notifications of other parts of an app.
    public static let standard = Self(60)

    /// Creates a budget. The number is clamped to the range from 0, which plans nothing, to ``largest``.
    public init(_ count: Int) {
        self.count = min(max(count, 0), Self.largest)
    }
}
