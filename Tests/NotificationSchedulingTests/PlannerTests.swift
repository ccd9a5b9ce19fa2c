import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import NotificationScheduling

@Suite struct PlannerTests {
    @Test func `an accepted meetup has reminders a day before, to reconfirm, an hour before, to leave, and afterwards`()
        throws
    {
        let tennis = try Samples.fact(
            "m1", "2026-11-23T17:30:00Z", rules: ReminderRule.meetup + [.reconfirm], isAccepted: true,
            travelTime: .seconds(1_500))
        #expect(
            try Samples.summary(Samples.plan([tennis], at: "2026-11-22T12:00:00Z")) == [
                "day_before m1 2026-11-22T18:30:00", "reconfirm m1 2026-11-23T12:30:00",
                "hour_before m1 2026-11-23T17:30:00", "leave_now m1 2026-11-23T18:00:00",
                "after_meetup m1 2026-11-23T20:45:00",
            ])
    }

    @Test func `an unknown travel time plans no reminder to leave`() throws {
        let plan = try Samples.plan([Samples.fact("m1", "2026-11-23T17:30:00Z")], at: "2026-11-22T12:00:00Z")
        #expect(plan.notifications.allSatisfy { $0.kind != .leaveNow })
    }

    @Test func `every kind of subject has its own times`() throws {
        let facts = [
            try Samples.fact("r", "2026-11-23T10:00:00Z", rules: ReminderRule.request),
            try Samples.fact("g", "2026-11-23T10:00:00Z", rules: ReminderRule.checkIn),
            try Samples.fact("p", "2026-11-23T12:00:00Z", rules: ReminderRule.proposal),
            try Samples.fact("i", "2026-11-23T13:00:00Z", rules: ReminderRule.invitation),
            try Samples.fact("s", "2026-11-25T10:00:00Z", rules: ReminderRule.rating),
        ]
        #expect(
            try Samples.summary(Samples.plan(facts, at: "2026-11-22T12:00:00Z")) == [
                "check_in_due g 2026-11-23T11:00:00", "new_request r 2026-11-23T11:00:00",
                "proposal_deadline p 2026-11-23T13:00:00", "invitation_deadline i 2026-11-23T14:00:00",
                "rating_due s 2026-11-24T13:00:00",
            ])
    }

    @Test func `nothing is planned for the past`() throws {
        let fact = try Samples.fact("m1", "2026-11-23T17:30:00Z", isAccepted: true)
        let after = try Samples.plan([fact], at: "2026-11-23T16:30:00Z")
        #expect(Samples.summary(after) == ["after_meetup m1 2026-11-23T20:45:00"])
        #expect(try Samples.plan([fact], at: "2027-01-01T00:00:00Z").notifications.isEmpty)
    }

    @Test func `a reminder that was already shown is not planned again`() throws {
        let fact = try Samples.fact("m1", "2026-11-23T17:30:00Z", version: 2)
        let first = try Samples.plan([fact], at: "2026-11-23T18:00:00Z")
        let delivered = Set(first.notifications.map(\.identifier))
        #expect(Samples.summary(first) == ["after_meetup m1 2026-11-23T20:45:00"])
        #expect(try Samples.plan([fact], at: "2026-11-23T18:00:00Z", delivered: delivered).notifications.isEmpty)
    }

    @Test func `a request that arrived unnoticed is planned at once, with an unchanged fingerprint on replanning`()
        throws
    {
        let request = try Samples.fact("r", "2026-11-23T10:00:00Z", rules: ReminderRule.request)
        let first = try Samples.plan([request], at: "2026-11-23T10:40:00Z")
        let second = try Samples.plan([request], at: "2026-11-23T10:40:30Z")
        #expect(Samples.summary(first) == ["new_request r 2026-11-23T11:40:05"])
        #expect(first.notifications.map(\.fingerprint) == second.notifications.map(\.fingerprint))
        #expect(try Samples.plan([request], at: "2026-11-23T12:00:00Z").notifications.isEmpty)
    }

    @Test func `lead times of the subject override the user's, which override the rule's`() throws {
        let preferences = NotificationPreferences(
            quietHours: nil, leadTimes: [.hourBefore: [.seconds(1_800), .seconds(600), .seconds(600)]])
        let facts = [
            try Samples.fact("a", "2026-11-23T17:00:00Z", rules: [.hourBefore]),
            try Samples.fact(
                "b", "2026-11-23T17:00:00Z", rules: [.hourBefore], leadTimes: [.hourBefore: [.seconds(60)]]),
            try Samples.fact("c", "2026-11-23T17:00:00Z", rules: [.hourBefore], leadTimes: [.hourBefore: []]),
        ]
        let plan = try Samples.plan(facts, at: "2026-11-22T12:00:00Z", preferences: preferences)
        #expect(
            Samples.summary(plan) == [
                "hour_before a 2026-11-23T17:30:00", "hour_before a 2026-11-23T17:50:00",
                "hour_before b 2026-11-23T17:59:00",
            ])
        #expect(Set(plan.notifications.map(\.identifier)).count == 3)
    }

    @Test func `a lead time that is negative, zero or out of range plans nothing`() throws {
        let leads: [Duration] = [
            .seconds(-1), .zero, .seconds(Int64.max), .seconds(Int64.min + 1), .seconds(99_999_999_999),
        ]
        let fact = try Samples.fact(
            "a", "2026-11-23T17:00:00Z", rules: [.hourBefore, .leaveNow], travelTime: .seconds(Int64.max),
            leadTimes: [.hourBefore: leads])
        #expect(try Samples.plan([fact], at: "2026-11-22T12:00:00Z").notifications.isEmpty)
    }

    @Test func `muted kinds and subjects are left out`() throws {
        let facts = [
            try Samples.fact("a", "2026-11-23T17:00:00Z"), try Samples.fact("b", "2026-11-23T17:00:00Z"),
        ]
        let preferences = NotificationPreferences(
            mutedKinds: [.dayBefore, .afterMeetup], mutedEntities: ["b"])
        let plan = try Samples.plan(facts, at: "2026-11-22T12:00:00Z", preferences: preferences)
        #expect(Samples.summary(plan) == ["hour_before a 2026-11-23T17:00:00"])
    }

    @Test(arguments: [(0, 0), (-5, 0), (1, 1), (2, 2), (7, 7), (40, 40), (Int.max, 63), (Int.min, 0)])
    func `no more is planned than the budget allows, soonest first`(budget: Int, count: Int) throws {
        let facts = try (10..<90).map { minute in
            try Samples.fact(
                "m\(minute)", "2026-11-23T1\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60):00Z",
                rules: [.hourBefore])
        }
        let plan = try Samples.plan(facts, at: "2026-11-22T12:00:00Z", budget: budget)
        let all = try Samples.summary(
            NotificationPlan.joined(facts, at: Samples.instant("2026-11-22T12:00:00Z"), zone: Samples.berlin))
        #expect(plan.notifications.count == count)
        guard count > 1 else {
            #expect(plan.hasMore == (count == 1))
            #expect(Samples.summary(plan) == Array(all.prefix(count)))
            return
        }
        #expect(plan.hasMore)
        #expect(Array(Samples.summary(plan).dropLast()) == Array(all.prefix(count - 1)))
        let last = try #require(plan.notifications.last)
        #expect(last.kind == .moreComing)
        #expect(Samples.summary(plan).last == all[count - 1].replacing(/hour_before m\d+/, with: "more_coming "))
    }

    @Test func `facts that fill the budget exactly leave no marker for more`() throws {
        let facts = try (0..<3).map { try Samples.fact("m\($0)", "2026-11-23T1\($0):00:00Z", rules: [.hourBefore]) }
        let plan = try Samples.plan(facts, at: "2026-11-22T12:00:00Z", budget: 3)
        #expect(!plan.hasMore)
        #expect(plan.notifications.map(\.kind) == [.hourBefore, .hourBefore, .hourBefore])
    }

    @Test func `the greatest version of duplicate facts is planned, in any order of the facts`() throws {
        let facts = [
            try Samples.fact("m", "2026-11-23T10:00:00Z", version: 1, rules: [.hourBefore]),
            try Samples.fact("m", "2026-11-23T14:00:00Z", version: 3, rules: [.hourBefore]),
            try Samples.fact("m", "2026-11-23T12:00:00Z", version: 2, rules: [.hourBefore]),
        ]
        for facts in [facts, facts.reversed()] {
            let plan = try Samples.plan(facts, at: "2026-11-22T12:00:00Z")
            #expect(Samples.summary(plan) == ["hour_before m 2026-11-23T14:00:00"])
            #expect(plan.notifications.first?.subjects.first?.version == 3)
        }
    }

    @Test(arguments: 0..<20) func `the order of the facts does not matter`(seed: UInt64) throws {
        var dice = SplitMix64(seed: seed)
        let facts = try (0..<200).map { number in
            try Samples.fact(
                "m\(number)", "2026-11-2\(number % 7 + 2)T\(10 + Int.random(in: 0...13, using: &dice)):00:00Z")
        }
        let shuffled = facts.shuffled(using: &dice)
        let now = "2026-11-22T09:00:00Z"
        #expect(try Samples.plan(facts, at: now) == Samples.plan(shuffled, at: now))
    }

    @Test func `ten thousand subjects are planned`() throws {
        let start = try Samples.instant("2026-11-23T08:00:00Z")
        let facts = (0..<10_000).map { number in
            NotificationFact(
                NotificationSubject("m\(number)"), title: "M",
                at: AnchoredSpan(.instant(start + Double(number * 600)), length: .seconds(3_600)))
        }
        let plan = NotificationPlanner.plan(PlanRequest(facts, zone: Samples.berlin), now: start)
        #expect(plan.notifications.count == 60)
        #expect(plan.notifications.map(\.fire) == plan.notifications.map(\.fire).sorted())
    }

    @Test func `identifiers survive a round trip through text, and foreign text is refused`() throws {
        for entity in ["m-1", "", "a/b%c", "Ä 日本", "plain"] {
            for occurrence in [nil, "", "2026-11-22"] as [String?] {
                let span = AnchoredSpan(
                    .instant(try Samples.instant("2026-11-23T17:00:00Z")), length: .seconds(60))
                let fact = NotificationFact(
                    NotificationSubject(entity, occurrence: occurrence), title: "", at: span)
                for one in try Samples.plan([fact], at: "2026-11-22T12:00:00Z").notifications {
                    #expect(NotificationIdentifier(rawValue: one.identifier.rawValue) == one.identifier)
                    #expect(one.identifier.entity == entity && one.identifier.occurrence == occurrence)
                }
            }
        }
        for text in [
            "", "reminder-1", "orbit-notification/", "orbit-notification/plain/x/y/z", "orbit-notification/plain/x//%4",
            "orbit-notification/plain/x//%FF", "orbit-notification/odd/x//z", "orbit-notification/plain/x//ä",
            "orbit-reminding-on/plain/x//z", "orbit-notification/plain/x//y/z/z",
        ] { #expect(NotificationIdentifier(rawValue: text) == nil) }
    }

    @Test func `reminder texts name the day that the reader sees, in the given language`() throws {
        let night = try Samples.fact("m1", "2026-11-23T22:30:00Z", isAccepted: false)
        let plan = try Samples.plan([night], at: "2026-11-22T12:00:00Z")
        #expect(
            plan.notifications.map { $0.text(in: .english) } == [
                "Meetup m1 is today at 23:30.", "Meetup m1 starts at 23:30.", "How was Meetup m1?",
            ])
        let german = LocalizedStrings([LocalizationKey("notification", "after_meetup"): "Wie war {title}?"])
        #expect(plan.notifications.last?.text(in: german) == "Wie war Meetup m1?")
    }

    @Test func `an added kind of reminder is planned and shows the subject's title`() throws {
        let ferry = ReminderRule(NotificationKind(rawValue: "last_ferry"), .beforeEnd(.seconds(2_700)))
        let plan = try Samples.plan(
            [Samples.fact("m1", "2026-11-23T12:00:00Z", rules: [ferry])], at: "2026-11-22T12:00:00Z")
        #expect(Samples.summary(plan) == ["last_ferry m1 2026-11-23T14:15:00"])
        #expect(plan.notifications.first?.text(in: .english) == "Meetup m1")
    }

    @Test func `every kind of notification has English words`() throws {
        let kinds: [NotificationKind] = [
            .dayBefore, .hourBefore, .leaveNow, .reconfirm, .afterMeetup, .newRequest, .ratingDue, .proposalDeadline,
            .invitationDeadline, .checkInDue, .digest, .moreComing,
        ]
        #expect(Set(kinds.map(\.rawValue)) == Set(NotificationKind.vocabulary.english.keys))
    }
}

extension NotificationPlan {
    /// Plans each fact alone, so that no budget limits the plan.
    static func joined(_ facts: [NotificationFact], at now: Date, zone: TimeZone) -> NotificationPlan {
        let all = facts.flatMap { NotificationPlanner.plan(PlanRequest([$0], zone: zone), now: now).notifications }
        let sorted = all.sorted { ($0.fire, $0.identifier) < ($1.fire, $1.identifier) }
        return NotificationPlan(notifications: sorted, hasMore: false, made: now, zone: zone)
    }
}
