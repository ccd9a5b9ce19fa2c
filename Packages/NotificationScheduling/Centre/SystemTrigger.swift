import Foundation
import OrbitModels

/// The form in which the system's centre receives the time of a notification.
enum SystemTrigger: Hashable {
    /// The shortest wait for a calendar trigger, in seconds. The system never shows a calendar trigger that is past
    /// when it is added. The margin covers the time for planning and for adding earlier notifications.
    static let margin: TimeInterval = 5

    /// A wait in seconds, at least one.
    case interval(TimeInterval)
    /// A time on a calendar, which unlike an interval remains correct after a change of the clock.
    case calendar(DateComponents)

    /// Creates the trigger; `nil` if the notification has no time, or would expire before it fires.
    init?(_ notification: PendingNotification, now: Date) {
        guard let fire = notification.fire, let trigger = notification.trigger else { return nil }
        let wait = fire.timeIntervalSince(now)
        guard wait < Self.margin else {
            self = .calendar(trigger.components)
            return
        }
        let soon = max(wait, 1)
        if let expires = notification.expires, now.addingTimeInterval(soon) >= expires { return nil }
        self = .interval(soon)
    }
}

extension PlannedNotification.Trigger {
    fileprivate var components: DateComponents {
        switch self {
        case .instant(let date):
            var components = LocalDateTime(date, in: .gmt).components
            components.timeZone = .gmt
            return components
        case .wallClock(let time): return time.components
        }
    }
}

extension LocalDateTime {
    fileprivate var components: DateComponents {
        DateComponents(
            calendar: Calendar(identifier: .gregorian), year: day.year, month: day.month, day: day.day, hour: hour,
            minute: minute, second: second)
    }
}
