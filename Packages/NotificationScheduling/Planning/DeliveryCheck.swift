public import Foundation
import OrbitModels

/// A check that a notification is still correct when it fires, perhaps late or on a device that was offline.
///
/// ```swift
/// let check = DeliveryCheck(facts, zone: zone)
/// guard check.shouldDeliver(identifier, version: 3, now: clock.date) else { return }
/// ```
public struct DeliveryCheck: Sendable {
    private struct Known {
        let fact: NotificationFact
        let start: Int
    }

    private let known: [SubjectKey: Known]

    /// Creates a check for the current facts.
    ///
    /// - Parameters:
    ///   - facts: All facts. A notification about any other subject is suppressed.
    ///   - zone: The time zone of the user.
    public init(_ facts: [NotificationFact], zone: TimeZone) {
        var localTimes = LocalTimeCache()
        var known: [SubjectKey: Known] = [:]
        for fact in facts {
            if let other = known[fact.subject.key], other.fact.subject.version > fact.subject.version { continue }
            known[fact.subject.key] = Known(fact: fact, start: localTimes.start(of: fact.span, in: zone))
        }
        self.known = known
    }

    /// Whether a notification about one subject may be shown. The subject must exist in exactly this version, and the
    /// latest time of its rule must not have passed (``ReminderRule/Moment``).
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the notification.
    ///   - version: The version of the subject in the notification.
    ///   - now: The current date.
    public func shouldDeliver(_ identifier: NotificationIdentifier, version: Int, now: Date) -> Bool {
        guard let known = known[identifier.key], known.fact.subject.version == version else { return false }
        let second = TimeZone.gmt.second(of: now)
        let all = FactCandidates(fact: known.fact, preferences: NotificationPreferences(), start: known.start)
        var isInTime = false
        all.forEach { _, rule, _, limit, _ in
            if rule.kind == identifier.kind { isInTime = isInTime || second < limit }
        }
        return isInTime
    }

    /// Whether a notification may be shown. A digest may be shown if any of its subjects exists in the same version.
    public func shouldDeliver(_ notification: PendingNotification, now: Date) -> Bool {
        if let expires = notification.expires, now >= expires { return false }
        guard let identifier = NotificationIdentifier(rawValue: notification.identifier) else { return true }
        switch identifier.kind {
        case .moreComing: return true
        case .digest:
            return notification.subjects.contains { known[$0.key]?.fact.subject.version == $0.version }
        default:
            guard let version = notification.subjects.first?.version else { return false }
            return shouldDeliver(identifier, version: version, now: now)
        }
    }
}
