import Foundation
import NotificationScheduling
import OrbitModels
import Testing
import TimeAndChance

/// Random histories of meetups that are created, edited and cancelled. Two devices that are sometimes offline follow
/// each history.
@Suite struct EditHistoryTests {
    private struct Device {
        let centre = InMemoryNotificationCentre(limit: 64)
        let clock: SetClock
        let scheduler: NotificationScheduler

        init(_ now: Date) {
            clock = SetClock(now)
            scheduler = NotificationScheduler(centre: centre, clock: clock, budget: NotificationBudget(12))
        }
    }

    @Test(arguments: 0..<12) func `no notification outlives its meetup, on any device`(seed: UInt64) async throws {
        var dice = SplitMix64(seed: seed)
        var now = Date(timeIntervalSince1970: 1_774_569_600)  // two days before the clocks change in Berlin
        let devices = [Device(now), Device(now)]
        var meetups: [Int: NotificationFact] = [:]
        for _ in 0..<60 {
            now += Double(Int.random(in: 0...14_400, using: &dice))
            edit(&meetups, now, &dice)
            let facts = meetups.values.sorted { $0.subject.entity < $1.subject.entity }
            for device in devices {
                device.clock.set(now)
                let check = DeliveryCheck(facts, zone: Samples.berlin)
                for one in await device.centre.deliverDue(at: now) where check.shouldDeliver(one, now: now) {
                    guard !one.subjects.isEmpty else { continue }  // the marker "more is coming" has no subjects
                    #expect(one.subjects.contains { subject in facts.contains { $0.subject == subject } })
                }
                guard Bool.random(using: &dice) else { continue }  // offline
                let report = await device.scheduler.reschedule(PlanRequest(facts, zone: Samples.berlin))
                #expect(report.failures == [])
                let pending = await device.centre.pending()
                #expect(pending.count <= 12)
                for one in pending {
                    #expect(one.subjects.allSatisfy { subject in facts.contains { $0.subject == subject } })
                    #expect(one.fire.map { $0 > now } == true)
                    #expect(check.shouldDeliver(one, now: now))
                }
                #expect(await device.scheduler.reschedule(in: Samples.berlin)?.changes?.isEmpty == true)
            }
        }
    }

    private func edit(_ meetups: inout [Int: NotificationFact], _ now: Date, _ dice: inout SplitMix64) {
        let number = Int.random(in: 0..<15, using: &dice)
        guard Int.random(in: 0..<4, using: &dice) > 0 else {
            meetups[number] = nil
            return
        }
        let version = (meetups[number]?.subject.version ?? 0) + 1
        let start = now + Double(Int.random(in: -7_200...172_800, using: &dice))
        let anchor: AnchoredSpan.Anchor =
            Bool.random(using: &dice) ? .instant(start) : .user(LocalDateTime(start, in: Samples.berlin))
        meetups[number] = NotificationFact(
            NotificationSubject("m\(number)", version: version), title: "M",
            at: AnchoredSpan(anchor, length: .seconds(3_600)), isAccepted: Bool.random(using: &dice),
            travelTime: .seconds(Int.random(in: 0..<3_600, using: &dice)))
    }
}
