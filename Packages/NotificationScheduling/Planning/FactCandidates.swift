import Foundation
import OrbitModels

/// The candidate notifications of one fact.
struct FactCandidates {
    let fact: NotificationFact
    let preferences: NotificationPreferences
    /// The start in seconds since 1970.
    let start: Int

    var end: Int { start + fact.span.length }

    /// Calls `body` for each rule and lead time that the user has not muted. Passes the start as the raw time of
    /// ``ReminderRule/Moment/onceStarted``, because its actual time depends on the time of planning.
    ///
    /// - Parameter body: Receives the index of the rule, the rule, the raw time, the limit and the lead time. Times are
    ///   in seconds.
    func forEach(_ body: (_ rule: Int, _ rule: ReminderRule, _ raw: Int, _ limit: Int, _ lead: Int) -> Void) {
        guard !preferences.mutedEntities.contains(fact.subject.entity) else { return }
        for (index, rule) in fact.rules.enumerated().prefix(Int(Int16.max)) {
            guard !preferences.mutedKinds.contains(rule.kind) else { continue }
            guard let own = rule.lead else {
                body(index, rule, start, end, 0)
                continue
            }
            guard let others = fact.leadTimes[rule.kind] ?? preferences.leadTimes[rule.kind] else {
                add(index, rule, lead: own.wholeSeconds, body)
                continue
            }
            for lead in Set(others.map(\.wholeSeconds)).sorted(by: >) { add(index, rule, lead: lead, body) }
        }
    }

    private func add(
        _ index: Int, _ rule: ReminderRule, lead: Int,
        _ body: (_ rule: Int, _ rule: ReminderRule, _ raw: Int, _ limit: Int, _ lead: Int) -> Void
    ) {
        switch rule.moment {
        case .beforeStart: body(index, rule, start - lead, start, lead)
        case .beforeLeaving:
            guard let travel = fact.travelTime?.wholeSeconds else { return }
            body(index, rule, start - max(travel, 0) - lead, start, lead)
        case .beforeEnd: body(index, rule, end - lead, end, lead)
        case .afterEnd: body(index, rule, end + lead, end + 7 * 86_400, lead)
        case .onceStarted: body(index, rule, start, end, 0)
        }
    }
}

extension ReminderRule {
    /// The time between the notification and its reference point; `nil` for ``Moment/onceStarted``.
    var lead: Duration? {
        switch moment {
        case .beforeStart(let lead), .beforeLeaving(let lead), .beforeEnd(let lead), .afterEnd(let lead): lead
        case .onceStarted: nil
        }
    }

    /// Whether a notification is not repeated when its subject changes.
    var isOnce: Bool {
        switch moment {
        case .afterEnd, .onceStarted: true
        case .beforeStart, .beforeLeaving, .beforeEnd: false
        }
    }

    /// Whether quiet hours move the notification.
    func movesInQuietHours(isAccepted: Bool) -> Bool {
        switch quietHours {
        case .respected: true
        case .respectedUnlessAccepted: !isAccepted
        case .ignored: false
        }
    }

    /// Returns the identifier of the notification. For ``Moment/beforeLeaving`` it does not contain the lead time,
    /// because the lead time changes with the traffic.
    func identifier(for subject: NotificationSubject, lead: Int) -> NotificationIdentifier {
        let isKeyed =
            switch moment {
            case .beforeStart, .beforeEnd, .afterEnd: true
            case .beforeLeaving, .onceStarted: false
            }
        return NotificationIdentifier(
            kind: kind, lead: isKeyed ? lead : nil, entity: subject.entity, occurrence: subject.occurrence)
    }
}
