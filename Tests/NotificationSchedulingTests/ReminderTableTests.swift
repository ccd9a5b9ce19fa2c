import Foundation
import NotificationScheduling
import OrbitModels
import Testing
import TimeAndChance

@Suite struct ReminderTableTests {
    /// The reference: plans each fact alone, then sorts all reminders.
    private func expected(_ facts: [NotificationFact], _ zone: TimeZone, _ now: Date) -> [String] {
        let all = facts.flatMap { fact in
            NotificationPlanner.plan(PlanRequest([fact], zone: zone), now: now).notifications.flatMap { one in
                one.kind == .digest ? [] : [(one.fire, fact.subject.entity, one.identifier)]
            }
        }
        return all.sorted { ($0.0, $0.1, $1.2.lead ?? 0) < ($1.0, $1.1, $0.2.lead ?? 0) }
            .map { "\($0.0.timeIntervalSince1970) \($0.2.rawValue)" }
    }

    @Test(arguments: 0..<8) func `the table's next reminders equal the first of all reminders sorted`(seed: UInt64)
        throws
    {
        var dice = SplitMix64(seed: seed)
        let zone = try Samples.zone(["Europe/Berlin", "Australia/Lord_Howe", "America/Havana", "UTC"][Int(seed % 4)])
        let facts = (0..<300).map { number in
            let start = 1_767_225_600 + Double(Int.random(in: 0..<40_000, using: &dice)) * 900
            return NotificationFact(
                NotificationSubject("m\(1_000 + number)"), title: "",
                at: AnchoredSpan(.instant(Date(timeIntervalSince1970: start)), length: .seconds(3_600)),
                rules: [.dayBefore, .hourBefore])
        }
        let table = ReminderTable(facts, zone: zone, now: Date(timeIntervalSince1970: 1_767_225_600))
        for day in [0, 87, 298, 400] {
            let now = Date(timeIntervalSince1970: 1_767_225_600 + Double(day) * 86_400 + 43_200)
            let found = table.next(64, after: now)
                .map { "\($0.fire.timeIntervalSince1970) \($0.identifier.rawValue)" }
            #expect(found == Array(expected(facts, zone, now).prefix(64)))
        }
        #expect(table.next(0, after: .distantPast).isEmpty && table.next(-1, after: .distantPast).isEmpty)
    }

    @Test func `a plan from a table equals the plan from its facts`() throws {
        let facts = try (0..<40).map { try Samples.fact("m\($0)", "2026-11-2\($0 % 6 + 3)T1\($0 % 10):00:00Z") }
        let now = try Samples.instant("2026-11-22T12:00:00Z")
        let table = ReminderTable(facts, zone: Samples.berlin, now: now)
        for budget in [0, 1, 5, 60] {
            #expect(
                NotificationPlanner.plan(table, now: now, budget: NotificationBudget(budget))
                    == NotificationPlanner.plan(
                        PlanRequest(facts, zone: Samples.berlin), now: now, budget: NotificationBudget(budget)))
        }
    }
}
