import Foundation
import NotificationScheduling
import OrbitModels
import Testing
import TimeAndChance

/// Facts, and instants, zones and local times parsed from text.
enum Samples {
    static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    static func instant(_ text: String) throws -> Date { try #require(RFC3339.date(from: text)) }

    static func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

    static func wall(_ text: String) throws -> LocalDateTime { try #require(LocalDateTime(text)) }

    /// A fact that lasts two hours.
    static func fact(
        _ entity: String, _ start: String, version: Int = 1, rules: [ReminderRule] = ReminderRule.meetup,
        isAccepted: Bool = false, travelTime: Duration? = nil, leadTimes: [NotificationKind: [Duration]] = [:]
    ) throws -> NotificationFact {
        NotificationFact(
            NotificationSubject(entity, version: version), title: "Meetup \(entity)",
            at: AnchoredSpan(.instant(try instant(start)), length: .seconds(7_200)), rules: rules,
            isAccepted: isAccepted, travelTime: travelTime, leadTimes: leadTimes)
    }

    /// Lists each notification as `kind entity time`, with the time in the zone of the plan.
    static func summary(_ plan: NotificationPlan) -> [String] {
        plan.notifications.map { one in
            "\(one.kind.rawValue) \(one.identifier.entity) \(LocalDateTime(one.fire, in: plan.zone))"
        }
    }

    static func plan(
        _ facts: [NotificationFact], at now: String, zone: TimeZone = berlin,
        preferences: NotificationPreferences = NotificationPreferences(), snoozes: [Snooze] = [],
        delivered: Set<NotificationIdentifier> = [], budget: Int = 60
    ) throws -> NotificationPlan {
        NotificationPlanner.plan(
            PlanRequest(facts, preferences: preferences, zone: zone, snoozes: snoozes, delivered: delivered),
            now: try instant(now), budget: NotificationBudget(budget))
    }
}

/// A clock that keeps its date until it is set.
final class SetClock: TimeSource {
    private let state: LockedState<Date>

    init(_ date: Date) { state = LockedState(date) }

    var date: Date { state.withLock { $0 } }
    var uptime: Duration { .seconds(Int64(date.timeIntervalSince1970)) }

    func set(_ date: Date) { state.withLock { $0 = date } }

    /// Advances the clock by `duration` and returns at once.
    func sleep(for duration: Duration) async throws(CancellationError) {
        if Task.isCancelled { throw CancellationError() }
        state.withLock { $0 += TimeInterval(duration.components.seconds) }
    }
}
