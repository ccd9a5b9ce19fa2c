import Foundation
import OrbitModels
import Testing

@testable import NotificationScheduling

@Suite struct PlanningOrderTests {
    /// Each choice differs from the next in one respect, and the later respects would order them in reverse.
    @Test func `choices are ordered by time, fact, rule, longer lead time, and last by snooze`() {
        func choice(_ fire: Int, _ fact: Int32, _ rule: Int16, _ lead: Int32, _ isSnoozed: Bool) -> Choice {
            let candidate = Candidate(
                raw: 0, limit: 9, fact: fact, rule: rule, movesInQuietHours: false, isSnoozed: isSnoozed, lead: lead)
            return Choice(fire: fire, candidate: candidate)
        }
        let choices = [
            choice(0, 9, 9, 0, true), choice(1, 0, 9, 0, true), choice(1, 1, 0, 0, true), choice(1, 1, 1, 9, true),
            choice(1, 1, 1, 5, false), choice(1, 1, 1, 5, true),
        ]
        for (one, first) in choices.enumerated() {
            for (other, second) in choices.enumerated() {
                #expect((first < second) == (one < other) && (first == second) == (one == other))
            }
        }
    }

    @Test func `identifiers are ordered by their text`() throws {
        let identifiers = ["a", "b"].map { NotificationIdentifier(kind: .digest, entity: $0) }
        #expect(identifiers[0] < identifiers[1])
        #expect(!(identifiers[1] < identifiers[0]) && !(identifiers[0] < identifiers[0]))
    }

    @Test func `of duplicate facts in the same version the last counts`() throws {
        let facts = [
            try Samples.fact("m", "2026-11-23T10:00:00Z", rules: [.hourBefore]),
            try Samples.fact("m", "2026-11-23T14:00:00Z", rules: [.hourBefore]),
        ]
        let plan = try Samples.plan(facts, at: "2026-11-22T12:00:00Z")
        #expect(Samples.summary(plan) == ["hour_before m 2026-11-23T14:00:00"])
        let identifier = try #require(plan.next?.identifier)
        let check = DeliveryCheck(facts, zone: Samples.berlin)
        #expect(check.shouldDeliver(identifier, version: 1, now: try Samples.instant("2026-11-23T12:00:00Z")))
    }

    @Test func `a notification is not delivered at its expiry or later`() throws {
        let now = try Samples.instant("2026-11-23T12:00:00Z")
        let check = DeliveryCheck([], zone: Samples.berlin)
        for (seconds, isDelivered) in [(-1.0, false), (0, false), (1, true)] {
            let other = PendingNotification(identifier: "other", fire: nil, expires: now + seconds)
            #expect(check.shouldDeliver(other, now: now) == isDelivered)
        }
    }

    /// The first look reads 20 reminders: those of the digest, and two more. Only one of the two is certainly complete.
    @Test func `a plan whose first look finds exactly as many reminders as its budget still has more`() throws {
        let deferred = try (100..<118).map { try Samples.fact("a\($0)", "2026-11-24T04:00:00Z", rules: [.dayBefore]) }
        let later = try ["09", "10", "11"].map {
            try Samples.fact("b\($0)", "2026-11-23T\($0):00:00Z", rules: [.hourBefore])
        }
        let plan = try Samples.plan(deferred + later, at: "2026-11-22T12:00:00Z", budget: 2)
        #expect(plan.hasMore)
        #expect(plan.notifications.map(\.kind) == [.digest, .moreComing])
    }

    @Test(arguments: [(-1, 40), (40, 40), (41, 41), (500, 500), (501, 500)])
    func `a table has 40 to 500 columns`(columns: Int, expected: Int) throws {
        let plan = try Samples.plan([], at: "2026-11-22T12:00:00Z")
        #expect(NotificationPlanTable(plan, columns: columns).columns == expected)
    }

    @Test(arguments: [
        (8, "abcdefgh"), (7, "abcd..."), (4, "a..."), (3, "..."), (2, ".."), (0, ""), (-1, ""),
    ])
    func `a text that does not fit ends with dots`(cells: Int, expected: String) {
        #expect(TerminalText.fitted("abcdefgh", cells: cells) == expected)
        #expect(TerminalText.fitted("日本語", cells: 5) == "日...")
    }
}
