import Foundation
import NotificationScheduling
import OrbitModels
import Testing

@Suite struct AnchorTests {
    private func plan(
        _ start: AnchoredSpan.Anchor, zone: String, at now: String, length: Duration = .seconds(3_600),
        rules: [ReminderRule] = [.hourBefore]
    ) throws -> [PlannedNotification] {
        let fact = NotificationFact(
            NotificationSubject("a"), title: "A", at: AnchoredSpan(start, length: length), rules: rules,
            isAccepted: true)
        return NotificationPlanner.plan(
            PlanRequest([fact], zone: try Samples.zone(zone)), now: try Samples.instant(now)
        ).notifications
    }

    @Test func `instants and venue times keep their instant when the user travels, and user times move`()
        throws
    {
        let time = try Samples.wall("2026-11-23T18:00:00")
        let now = "2026-11-20T12:00:00Z"
        for (zone, own) in [("Europe/Berlin", "16:00"), ("America/New_York", "22:00")] {
            let instant = try plan(.instant(Samples.instant("2026-11-23T17:00:00Z")), zone: zone, at: now)
            let venue = try plan(.venue(time, Samples.berlin), zone: zone, at: now)
            let user = try plan(.user(time), zone: zone, at: now)
            #expect(instant.map(\.fire) == [try Samples.instant("2026-11-23T16:00:00Z")])
            #expect(venue.map(\.fire) == instant.map(\.fire))
            #expect(user.map(\.fire) == [try Samples.instant("2026-11-23T\(own):00Z")])
            #expect(venue.first?.trigger == .instant(try Samples.instant("2026-11-23T16:00:00Z")))
            #expect(user.first?.trigger == .wallClock(try Samples.wall("2026-11-23T17:00:00")))
        }
    }

    @Test func `a reminder before a skipped start is an hour before the shifted instant`() throws {
        let fires = try plan(
            .venue(Samples.wall("2026-03-29T02:30:00"), Samples.berlin), zone: "Europe/Berlin",
            at: "2026-03-28T12:00:00Z")
        #expect(fires.map(\.fire) == [try Samples.instant("2026-03-29T00:30:00Z")])
    }

    @Test func `a repeated start is its first instant, and a repeated reminder has an instant trigger`() throws {
        let fires = try plan(
            .user(Samples.wall("2026-10-25T03:30:00")), zone: "Europe/Berlin", at: "2026-10-24T12:00:00Z")
        #expect(fires.map(\.fire) == [try Samples.instant("2026-10-25T01:30:00Z")])
        #expect(fires.first?.trigger == .instant(try Samples.instant("2026-10-25T01:30:00Z")))
        let first = try plan(
            .user(Samples.wall("2026-10-25T02:30:00")), zone: "Europe/Berlin", at: "2026-10-24T12:00:00Z")
        #expect(first.map(\.fire) == [try Samples.instant("2026-10-24T23:30:00Z")])
    }

    @Test(arguments: [
        ("2026-03-29T01:30:00", "2026-03-29T00:30:00Z", "2026-03-29T02:30:00Z"),
        ("2026-10-25T01:30:00", "2026-10-24T23:30:00Z", "2026-10-25T01:30:00Z"),
    ])
    func `a span of two hours across a clock change ends two hours of elapsed time after its start`(
        time: String, start: String, end: String
    ) throws {
        let rules = [
            ReminderRule(.newRequest, .onceStarted, quietHours: .ignored),
            ReminderRule(.afterMeetup, .afterEnd(.zero), quietHours: .ignored),
        ]
        for anchor in [
            AnchoredSpan.Anchor.instant(try Samples.instant(start)), .user(try Samples.wall(time)),
            .venue(try Samples.wall(time), Samples.berlin),
        ] {
            let fires = try plan(
                anchor, zone: "Europe/Berlin", at: "2026-03-01T12:00:00Z", length: .seconds(7_200), rules: rules)
            #expect(fires.map(\.fire) == [try Samples.instant(start), try Samples.instant(end)])
        }
    }

    @Test func `a span's length is clamped between one second and the maximum`() throws {
        for length in [Duration.zero, .seconds(-5), .seconds(Int64.min + 1), .milliseconds(1)] {
            let span = AnchoredSpan(.user(try Samples.wall("2026-10-25T02:30:00")), length: length)
            #expect(span.length == 1)
        }
        #expect(AnchoredSpan(.instant(.distantFuture), length: .seconds(Int64.max)).length == AnchoredSpan.longest)
        let span = try #require(TimeSpan(start: .distantPast, end: .distantFuture))
        #expect(AnchoredSpan(span).length == AnchoredSpan.longest)
    }

    @Test func `a zone that does not exist is refused by its name`() throws {
        let time = try Samples.wall("2026-11-23T18:00:00")
        #expect(throws: NotificationSchedulingError.unknownZone("Mars/Olympus")) {
            try AnchoredSpan(venue: time, zone: "Mars/Olympus", length: .seconds(60))
        }
        #expect(
            try AnchoredSpan(venue: time, zone: "Europe/Berlin", length: .seconds(60)).start
                == .venue(time, Samples.berlin))
    }

    @Test func `changed zone rules move the reminder of a start on the user's clock`() throws {
        let fact = NotificationFact(
            NotificationSubject("a"), title: "A",
            at: AnchoredSpan(.user(try Samples.wall("2026-07-01T12:00:00")), length: .seconds(60)), rules: [.hourBefore]
        )
        // Summer time is abolished, so the zone has a fixed offset.
        let after = try #require(TimeZone(secondsFromGMT: 3_600))
        let now = "2026-06-01T12:00:00Z"
        #expect(
            try Samples.plan([fact], at: now).next?.fire == Samples.instant("2026-07-01T09:00:00Z"))
        #expect(
            try Samples.plan([fact], at: now, zone: after).next?.fire == Samples.instant("2026-07-01T10:00:00Z"))
    }

    @Test(arguments: [
        ("0000-01-01T00:00:00", "0000-01-01T00:00:00Z"), ("0001-01-01T09:00:00", "0001-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59", "9999-12-31T00:00:00Z"), ("9999-12-31T23:59:59", "2026-11-22T12:00:00Z"),
        ("0001-01-01T00:00:00", "2026-11-22T12:00:00Z"),
    ])
    func `the ends of the calendar are planned without a trap`(start: String, now: String) throws {
        for zone in ["Pacific/Kiritimati", "Etc/GMT+12", "Europe/Berlin"] {
            for anchor in [
                AnchoredSpan.Anchor.user(try Samples.wall(start)),
                .venue(try Samples.wall(start), Samples.berlin),
            ] {
                let facts = ReminderRule.meetup + [.reconfirm] + ReminderRule.request + ReminderRule.rating
                let fact = NotificationFact(
                    NotificationSubject("a"), title: "A",
                    at: AnchoredSpan(anchor, length: .seconds(AnchoredSpan.longest)), rules: facts,
                    travelTime: .seconds(Int64.max))
                let plan = try Samples.plan([fact], at: now, zone: Samples.zone(zone))
                #expect(NotificationPlanTable(plan).text().split(separator: "\n").allSatisfy { $0.count <= 80 })
            }
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude])
    func `dates that are infinite, NaN or out of range are planned without a trap`(seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        let fact = NotificationFact(
            NotificationSubject("a"), title: "A", at: AnchoredSpan(.instant(date), length: .seconds(60)))
        let id = try #require(
            try Samples.plan([Samples.fact("a", "2026-11-23T17:00:00Z")], at: "2026-11-22T12:00:00Z").next)
        for now in [date, try Samples.instant("2026-11-22T12:00:00Z")] {
            let request = PlanRequest(
                [fact], zone: Samples.berlin, snoozes: [Snooze(id.identifier, version: 0, until: date)])
            _ = NotificationPlanTable(NotificationPlanner.plan(request, now: now)).text()
            _ = DeliveryCheck([fact], zone: Samples.berlin).shouldDeliver(id.identifier, version: 0, now: now)
        }
    }
}
