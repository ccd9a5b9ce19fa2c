public import Foundation
public import OrbitModels
import TimeAndChance

/// The notifications that are to be pending. It is also what an app shows in its own inbox of what is to come, whether
/// notifications are permitted or not.
public struct NotificationPlan: Hashable, Sendable {
    /// By time, soonest first, then by subject. Their number is within the budget.
    public let notifications: [PlannedNotification]
    /// Whether more would follow than fit; the last notification then says so.
    public let hasMore: Bool
    /// When it was made.
    public let made: Date
    /// The zone that it was made for.
    public let zone: TimeZone

    /// The next to fire.
    public var next: PlannedNotification? { notifications.first }
}

/// A notification that is to be pending: when, about what, and what its text is made from.
public struct PlannedNotification: Hashable, Sendable {
    /// How the centre is told the time.
    public enum Trigger: Hashable, Sendable {
        /// An instant; the clock of the user does not matter.
        case instant(Date)
        /// A time of the user's wall clock, so that the notification travels with them even if the app does not run.
        case wallClock(WallTime)
    }

    /// What it is known by. An edit of its subject does not change it.
    public let identifier: NotificationIdentifier
    /// When it fires, by the zone of the plan. Whole seconds.
    public let fire: Date
    /// How the centre is told the time.
    public let trigger: Trigger
    /// It is of no use from then on: its subject has begun, or is over. `nil` if it never gets old.
    public let expires: Date?
    /// What it is about: several for a digest, none for ``NotificationKind/moreComing``.
    public let subjects: [NotificationSubject]
    /// The code of its words in ``NotificationKind/vocabulary``.
    public let template: String
    /// The parameters of its words.
    public let parameters: [String: ParameterValue]
    /// When its time came before it was planned, the time at which it should have fired.
    let due: Int?

    /// Why it is shown.
    public var kind: NotificationKind { identifier.kind }

    /// The same in every process for the same content, and else with near certainty another: 16 hexadecimal digits.
    public var fingerprint: String {
        var text = identifier.rawValue + "\n\(template)\n"
        text += "\(due ?? TimeZone.gmt.second(of: fire))"
        if case .wallClock(let time) = trigger { text += "\n\(time)" }
        for subject in subjects {
            text += "\n\(subject.entity)\n\(subject.occurrence ?? "-")\n\(subject.version)"
        }
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) { text += "\n\(name)=\(value)" }
        return Fingerprint.of(text)
    }
}

/// A short text that stands for a longer one.
enum Fingerprint {
    /// 16 hexadecimal digits.
    static func of(_ text: String) -> String {
        let digits = String(StableHash(text).value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
