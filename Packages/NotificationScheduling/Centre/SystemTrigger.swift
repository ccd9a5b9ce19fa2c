import Foundation
import OrbitModels

/// How the system's centre is told the time of a notification.
enum SystemTrigger: Hashable {
    /// The system never shows what is past on its calendar when it is added. Until then some time goes by: the plan is
    /// made, and what comes before in it is added.
    static let margin: TimeInterval = 5

    /// In so many seconds, at least one.
    case interval(TimeInterval)
    /// At a time of a calendar, which unlike an interval stands a change of the clock.
    case calendar(DateComponents)

    /// `nil` if the notification has no time, or is of no use any more.
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
            var components = WallTime(date, in: .gmt).components
            components.timeZone = .gmt
            return components
        case .wallClock(let time): return time.components
        }
    }
}

extension WallTime {
    fileprivate var components: DateComponents {
        DateComponents(
            calendar: Calendar(identifier: .gregorian), year: day.year, month: day.month, day: day.day, hour: hour,
            minute: minute, second: second)
    }
}
