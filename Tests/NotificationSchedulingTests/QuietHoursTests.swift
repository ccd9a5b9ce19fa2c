import Foundation
import NotificationScheduling
import OrbitModels
import Testing

@Suite struct QuietHoursTests {
    @Test func `reminders during the night are moved to the morning and joined into a digest`() throws {
        let facts = [
            try Samples.fact("a", "2026-11-23T22:00:00Z", rules: [.dayBefore]),
            try Samples.fact("b", "2026-11-24T04:00:00Z", rules: [.dayBefore]),
            try Samples.fact("c", "2026-11-23T15:00:00Z", rules: [.dayBefore]),
        ]
        let plan = try Samples.plan(facts, at: "2026-11-22T12:00:00Z")
        #expect(
            Samples.summary(plan) == [
                "day_before c 2026-11-22T16:00:00", "digest 2026-11-23T08:00:00 2026-11-23T08:00:00",
            ])
        let digest = try #require(plan.notifications.last)
        #expect(digest.subjects.map(\.entity) == ["a", "b"])
        #expect(digest.text(in: .english) == "Meetup a and 1 more.")
    }

    @Test func `a digest holds all deferred subjects, even if the budget and other reminders leave little room`() throws
    {
        let deferred = try (100..<200).map { try Samples.fact("a\($0)", "2026-11-24T04:00:00Z", rules: [.dayBefore]) }
        let exempt = try (100..<103).map {
            try Samples.fact("a\($0)x", "2026-11-23T08:00:00Z", rules: [.hourBefore], isAccepted: true)
        }
        let plan = try Samples.plan(deferred + exempt, at: "2026-11-22T12:00:00Z", budget: 2)
        #expect(plan.notifications.map(\.kind) == [.digest, .moreComing])
        #expect(plan.notifications.first?.subjects.count == 100)
    }

    @Test func `a reminder that would be too late in the morning fires when the night begins`() throws {
        let early = try Samples.fact("a", "2026-11-24T06:30:00Z", rules: [.hourBefore])
        #expect(
            try Samples.summary(Samples.plan([early], at: "2026-11-23T12:00:00Z")) == [
                "hour_before a 2026-11-23T22:00:00"
            ])
        #expect(try Samples.plan([early], at: "2026-11-23T21:30:00Z").notifications.isEmpty)
    }

    @Test func `a meetup that starts when the night ends has its reminder when the night begins`() throws {
        let fact = try Samples.fact("a", "2026-11-24T07:00:00Z", rules: [.hourBefore])
        #expect(
            try Samples.summary(Samples.plan([fact], at: "2026-11-23T12:00:00Z")) == [
                "hour_before a 2026-11-23T22:00:00"
            ])
    }

    @Test func `quiet hours defer the question after a meetup, but no reminders of an accepted meetup`() throws {
        let late = try Samples.fact("a", "2026-11-23T21:30:00Z", isAccepted: true, travelTime: .seconds(600))
        #expect(
            try Samples.summary(Samples.plan([late], at: "2026-11-22T22:00:00Z")) == [
                "hour_before a 2026-11-23T21:30:00",
                "leave_now a 2026-11-23T22:15:00", "after_meetup a 2026-11-24T08:00:00",
            ])
    }

    @Test func `a check-in fires during quiet hours`() throws {
        let check = try Samples.fact("a", "2026-11-23T01:00:00Z", rules: ReminderRule.checkIn)
        #expect(
            try Samples.summary(Samples.plan([check], at: "2026-11-22T12:00:00Z")) == [
                "check_in_due a 2026-11-23T02:00:00"
            ])
    }

    @Test func `a request that arrives at night is planned for the morning`() throws {
        let request = NotificationFact(
            NotificationSubject("r"), title: "R",
            at: AnchoredSpan(.instant(try Samples.instant("2026-11-23T01:00:00Z")), length: .seconds(86_400)),
            rules: ReminderRule.request)
        let first = try Samples.plan([request], at: "2026-11-23T01:00:05Z")
        #expect(Samples.summary(first) == ["new_request r 2026-11-23T08:00:00"])
        #expect(try Samples.plan([request], at: "2026-11-23T05:00:00Z").notifications == first.notifications)
    }

    @Test func `empty quiet hours defer nothing, and quiet hours around the clock allow only exempt reminders`() throws
    {
        let none = try #require(QuietHours(fromMinute: 480, toMinute: 480))
        let facts = [
            try Samples.fact("a", "2026-11-24T06:30:00Z", rules: [.hourBefore]),
            try Samples.fact("b", "2026-11-24T06:30:00Z", rules: [.hourBefore], isAccepted: true),
        ]
        let loud = try Samples.plan(
            facts, at: "2026-11-23T12:00:00Z", preferences: NotificationPreferences(quietHours: none))
        #expect(loud.notifications.count == 2)
        let quiet = try Samples.plan(
            facts, at: "2026-11-23T12:00:00Z", preferences: NotificationPreferences(quietHours: .always))
        #expect(Samples.summary(quiet) == ["hour_before b 2026-11-24T06:30:00"])
        #expect(QuietHours(fromMinute: 0, toMinute: 1_440) == .always)
    }

    @Test(arguments: [(-1, 0), (1_440, 0), (0, 1_441), (0, -1), (Int.min, Int.max)])
    func `hours outside of a day are refused`(from: Int, to: Int) {
        #expect(QuietHours(fromMinute: from, toMinute: to) == nil)
    }

    @Test(arguments: [#"{"start":-1,"length":0}"#, #"{"start":0,"length":1441}"#, #"{"start":0}"#])
    func `stored hours outside of a day are refused`(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(QuietHours.self, from: Data(json.utf8)) }
    }

    @Test func `quiet hours survive encoding and decoding`() throws {
        let data = try JSONEncoder().encode(QuietHours.night)
        #expect(try JSONDecoder().decode(QuietHours.self, from: data) == .night)
    }

    /// Samples starts through a year. A reminder that respects quiet hours may fire as they begin, but not later during
    /// them, and always before its start.
    @Test(arguments: ["Europe/Berlin", "Australia/Lord_Howe", "America/St_Johns", "America/Havana", "Antarctica/Troll"])
    func `a reminder that respects quiet hours fires outside of them or as they begin`(name: String) throws {
        let zone = try Samples.zone(name)
        let windows =
            [QuietHours.night]
            + [(75, 165), (0, 30), (1_439, 1)].compactMap { QuietHours(fromMinute: $0, toMinute: $1) }
        for window in windows {
            for day in stride(from: 0, to: 366, by: 29) {
                for minute in stride(from: 0, to: 1_440, by: 97) {
                    let start = Date(timeIntervalSince1970: 1_767_225_600 + Double(day * 86_400 + minute * 60))
                    let fact = NotificationFact(
                        NotificationSubject("a"), title: "A",
                        at: AnchoredSpan(.instant(start), length: .seconds(60)), rules: [.hourBefore])
                    let request = PlanRequest(
                        [fact], preferences: NotificationPreferences(quietHours: window), zone: zone)
                    let plan = NotificationPlanner.plan(request, now: start - 2 * 86_400)
                    let fire = try #require(plan.next).fire
                    #expect(fire < start)
                    let second = LocalDateTime(fire, in: zone).secondOfDay - window.start * 60
                    let elapsed = second < 0 ? second + 86_400 : second
                    #expect(elapsed == 0 || elapsed >= window.length * 60 || abs(start.timeIntervalSince(fire)) > 3_600)
                }
            }
        }
    }
}
