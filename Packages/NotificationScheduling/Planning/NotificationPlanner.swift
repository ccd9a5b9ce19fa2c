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
}
