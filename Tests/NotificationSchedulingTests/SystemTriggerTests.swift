import Foundation
import OrbitModels
import Testing

@testable import NotificationScheduling

/// The system never shows a calendar trigger whose time has passed when it is added.
@Suite struct SystemTriggerTests {
    private let now = Date(timeIntervalSince1970: 1_795_348_800)

    private func notification(in seconds: Double, expires: Double? = nil) -> PendingNotification {
        PendingNotification(
            identifier: "a", fire: now + seconds, trigger: .instant(now + seconds), expires: expires.map { now + $0 })
    }

    @Test(arguments: [(-3.0, 1.0), (0, 1), (0.5, 1), (1, 1), (2.5, 2.5), (4.9, 4.9)])
    func `a notification due within seconds has an interval trigger of at least a second`(seconds: Double, wait: Double)
    {
        guard case .interval(let told) = SystemTrigger(notification(in: seconds), now: now) else {
            Issue.record("not an interval")
            return
        }
        #expect(abs(told - wait) < 1e-3)
    }

    @Test func `a later notification has a calendar trigger in GMT or, for a local time, without a zone`() throws {
        guard case .calendar(let time) = SystemTrigger(notification(in: 60), now: now) else {
            Issue.record("not a time of the calendar")
            return
        }
        #expect(time.hour == 12 && time.minute == 1 && time.second == 0 && time.timeZone == .gmt)
        let wall = PendingNotification(
            identifier: "a", fire: now + 60, trigger: .wallClock(try #require(LocalDateTime("2026-11-22T13:01:00"))))
        guard case .calendar(let local) = SystemTrigger(wall, now: now) else {
            Issue.record("not a time of the calendar")
            return
        }
        #expect(local.hour == 13 && local.timeZone == nil)
    }

    @Test func `an expired notification and a date without a valid time have no trigger`() {
        #expect(SystemTrigger(notification(in: 0, expires: 1), now: now) == nil)
        #expect(SystemTrigger(notification(in: -10, expires: -5), now: now) == nil)
        #expect(SystemTrigger(notification(in: 0, expires: 2), now: now) == .interval(1))
        #expect(SystemTrigger(notification(in: .nan), now: now) == nil)
        #expect(SystemTrigger(PendingNotification(identifier: "a", fire: now), now: now) == nil)
    }

    @Test func `a notification that is planned for now leaves the system time to add its trigger`() throws {
        let request = try Samples.fact("r", "2026-11-22T11:00:00Z", rules: ReminderRule.request)
        let plan = try Samples.plan([request], at: "2026-11-22T12:00:00Z")
        let fire = try #require(plan.notifications.first?.fire)
        #expect(fire.timeIntervalSince(now) >= SystemTrigger.margin)
    }
}
