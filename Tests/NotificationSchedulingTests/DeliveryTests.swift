import Foundation
import NotificationScheduling
import OrbitModels
import Testing

@Suite struct DeliveryTests {
    @Test func `a late notification is shown only in its version, before its meetup`() throws {
        let fact = try Samples.fact("m", "2026-11-23T17:00:00Z", version: 3)
        let plan = try Samples.plan([fact], at: "2026-11-23T12:00:00Z")
        let hour = try #require(plan.notifications.first { $0.kind == .hourBefore }?.identifier)
        let after = try #require(plan.notifications.first { $0.kind == .afterMeetup }?.identifier)
        let check = DeliveryCheck([fact], zone: Samples.berlin)
        let before = try Samples.instant("2026-11-23T16:59:59Z")
        let start = try Samples.instant("2026-11-23T17:00:00Z")
        #expect(check.shouldDeliver(hour, version: 3, now: before))
        #expect(!check.shouldDeliver(hour, version: 2, now: before))
        #expect(!check.shouldDeliver(hour, version: 4, now: before))
        #expect(!check.shouldDeliver(hour, version: 3, now: start))
        #expect(check.shouldDeliver(after, version: 3, now: start + 86_400))
        #expect(!check.shouldDeliver(after, version: 3, now: start + 30 * 86_400))
        #expect(!DeliveryCheck([], zone: Samples.berlin).shouldDeliver(hour, version: 3, now: before))
    }

    @Test func `a digest is shown while any of its subjects still exists`() throws {
        let facts = [
            try Samples.fact("a", "2026-11-23T22:00:00Z", rules: [.dayBefore]),
            try Samples.fact("b", "2026-11-24T04:00:00Z", rules: [.dayBefore]),
        ]
        let planned = try #require(try Samples.plan(facts, at: "2026-11-22T12:00:00Z").next)
        let digest = PendingNotification(planned, words: .english)
        for (left, isShown) in [(facts, true), ([facts[1]], true), ([], false)] {
            let check = DeliveryCheck(left, zone: Samples.berlin)
            #expect(check.shouldDeliver(digest, now: planned.fire) == isShown)
        }
    }

    @Test func `a foreign notification passes the check before delivery`() {
        let other = PendingNotification(identifier: "other", fire: nil)
        #expect(DeliveryCheck([], zone: Samples.berlin).shouldDeliver(other, now: .distantPast))
    }
}
