import Foundation
import NotificationScheduling
import OrbitModels
import Testing

@Suite struct SnoozeTests {
    private func snooze(until: String, version: Int = 1, at now: String, currentVersion: Int = 1) throws -> [String] {
        let old = try Samples.fact("m", "2026-11-23T17:00:00Z", version: version, rules: [.hourBefore])
        let identifier = try #require(try Samples.plan([old], at: "2026-11-23T12:00:00Z").next?.identifier)
        let new = try Samples.fact("m", "2026-11-23T17:00:00Z", version: currentVersion, rules: [.hourBefore])
        let plan = try Samples.plan(
            [new], at: now, snoozes: [Snooze(identifier, version: version, until: Samples.instant(until))])
        #expect(plan.notifications.allSatisfy { $0.identifier.isSnoozed })
        #expect(plan.notifications.allSatisfy { $0.identifier != identifier })
        return Samples.summary(plan)
    }

    @Test func `a snoozed reminder fires again under its own identifier`() throws {
        #expect(
            try snooze(until: "2026-11-23T16:30:00Z", at: "2026-11-23T16:05:00Z") == [
                "hour_before m 2026-11-23T17:30:00"
            ])
    }

    @Test(arguments: ["2026-11-23T17:00:00Z", "2026-11-23T18:00:00Z", "9999-01-01T00:00:00Z"])
    func `a snooze past the start fires a minute before the start`(until: String) throws {
        #expect(try snooze(until: until, at: "2026-11-23T16:05:00Z") == ["hour_before m 2026-11-23T17:59:00"])
    }

    @Test func `a snooze into the past, the last minute or past the start plans nothing`() throws {
        #expect(try snooze(until: "2026-11-23T16:04:00Z", at: "2026-11-23T16:05:00Z") == [])
        #expect(try snooze(until: "2026-11-23T18:00:00Z", at: "2026-11-23T16:59:30Z") == [])
        #expect(try snooze(until: "2026-11-23T18:00:00Z", at: "2026-11-23T17:30:00Z") == [])
    }

    @Test func `an edit ends a snooze`() throws {
        #expect(try snooze(until: "2026-11-23T16:30:00Z", at: "2026-11-23T16:05:00Z", currentVersion: 2) == [])
    }

    @Test func `a cancellation ends a snooze`() throws {
        let fact = try Samples.fact("m", "2026-11-23T17:00:00Z")
        let one = try #require(try Samples.plan([fact], at: "2026-11-23T12:00:00Z").next)
        let snooze = Snooze(one.identifier, version: 1, until: try Samples.instant("2026-11-23T16:30:00Z"))
        #expect(try Samples.plan([], at: "2026-11-23T16:05:00Z", snoozes: [snooze]).notifications.isEmpty)
    }
}
