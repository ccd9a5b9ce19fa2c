import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import Calendars

@Suite struct AvailabilityTests {
    @Test(arguments: oddInstants)
    func `free times agree with the local time in every minute`(second: Int) throws {
        for seed in 0..<6 {
            var random = SplitMix64(seed: UInt64(second + seed))
            let person = try randomAvailability(near: second, &random)
            let window = try span(second - 30 * 3_600, second + 30 * 3_600)
            let free = person.freeTimes(in: window)
            // Each test time is fifteen seconds past a minute, because Monrovia's clock changes by half a minute.
            for minute in 0..<60 * 60 {
                let now = instant(second - 30 * 3_600 + minute * 60 + 15)
                let level = free.available.contains(now) ? 2 : free.possible.contains(now) ? 1 : 0
                let expected = try person.level(at: now, busy: person.busy)
                guard level == expected else {
                    Issue.record("\(now) in \(person.week.timeZone.identifier): \(level), not \(expected)")
                    break
                }
            }
        }
    }

    @Test func `free times without overrides are those of the weekly availability`() throws {
        for name in oddZones {
            let person = try availability("Mon–Fri 9–12, 22–2; Sun 1–4", zone(name))
            for second in oddInstants {
                let window = try span(second - 86_400 * 3 + 1_234, second + 86_400 * 3 + 77)
                #expect(person.freeTimes(in: window).available.spans == person.week.spans(in: window))
            }
        }
    }

    @Test func `a skipped hour is missing, and a repeated hour occurs twice`() throws {
        let berlin = try zone("Europe/Berlin")
        let person = try availability("Sun 1–4", berlin)
        func hours(_ day: String) throws -> Double {
            try person.freeTimes(in: span("\(day)T00:00:00", "\(day)T23:00:00", berlin)).available.duration / 3_600
        }
        #expect(try hours("2026-03-29") == 2)
        #expect(try hours("2026-10-25") == 4)
        #expect(try hours("2026-11-01") == 3)
    }

    @Test func `a day can be free, busy or have its own hours`() throws {
        let utc = TimeZone.gmt
        var person = try availability("Mon–Sun 9–12", utc)
        person.days = [
            try day("2026-11-23"): .busy, try day("2026-11-24"): .free,
            try day("2026-11-25"): .hours([try range(20, 2)], ifNeeded: [try range(18, 21)]),
        ]
        let free = try person.freeTimes(in: span("2026-11-23T00:00:00", "2026-11-27T00:00:00", utc))
        #expect(
            try free.available.spans == [
                span("2026-11-24T00:00:00", "2026-11-25T00:00:00", utc),
                span("2026-11-25T20:00:00", "2026-11-26T02:00:00", utc),
                span("2026-11-26T09:00:00", "2026-11-26T12:00:00", utc),
            ])
        #expect(try free.ifNeeded.spans == [span("2026-11-25T18:00:00", "2026-11-25T20:00:00", utc)])
        person.days[try day("2026-11-26")] = .busy
        #expect(
            try person.freeTimes(in: span("2026-11-26T00:00:00", "2026-11-27T00:00:00", utc)).possible.isEmpty,
            "the night does not reach into a day with hours of its own")
    }

    @Test func `an hour that is both available and if needed is available`() throws {
        let person = try availability("Mon 9–11", .gmt, ifNeeded: "Mon 10–12")
        let free = try person.freeTimes(in: span("2026-11-23T00:00:00", "2026-11-24T00:00:00", .gmt))
        #expect(free.available.duration == 7_200 && free.ifNeeded.duration == 3_600)
    }

    @Test func `a day that the zone skips has no hours`() throws {
        let apia = try zone("Pacific/Apia")
        var person = try availability("Mon–Sun 0–24", apia)
        person.days[try day("2011-12-30")] = .free
        let free = try person.freeTimes(in: span("2011-12-29T00:00:00", "2011-12-31T12:00:00", apia))
        #expect(free.available.duration == 36 * 3_600)
        #expect(free.available.count == 1)
    }

    @Test func `free times end at a fraction of a second after midnight`() throws {
        let person = try availability("Mon–Sun 0–24", .gmt)
        let window = try #require(TimeSpan(start: instant(0), end: instant(86_400).addingTimeInterval(0.5)))
        #expect(person.freeTimes(in: window).available.spans == [window])
    }

    @Test func `leap days and the ends of the calendar have free times`() throws {
        var person = try availability("Mon–Sun 9–10", .gmt)
        person.days[try day("2028-02-29")] = .busy
        #expect(
            try person.freeTimes(in: span("2028-02-28T00:00:00", "2028-03-02T00:00:00", .gmt)).available.count == 2)
        for year in ["0000", "0001", "9999"] {
            let free = try person.freeTimes(in: span("\(year)-01-01T00:00:00", "\(year)-01-08T00:00:00", .gmt))
            #expect(free.available.count == 7)
        }
        #expect(
            try person.freeTimes(in: span("9999-12-30T00:00:00", "9999-12-31T23:59:59", .gmt)).available.count == 2)
    }

    @Test func `free times in a huge window are limited to 371 days`() throws {
        let person = try availability("Mon–Sun 9–10", zone("Europe/Berlin"))
        for (start, end) in [
            (Date.distantPast, Date.distantFuture), (instant(0), Date(timeIntervalSince1970: 1e300)),
            (Date(timeIntervalSince1970: -.infinity), Date(timeIntervalSince1970: .infinity)),
        ] {
            let free = person.freeTimes(in: try #require(TimeSpan(start: start, end: end)))
            #expect((370...372).contains(free.available.count))
        }
        for second in [1e15, -1e15] {
            let window = try #require(
                TimeSpan(
                    start: Date(timeIntervalSince1970: second), end: Date(timeIntervalSince1970: second + 86_400)))
            #expect(person.freeTimes(in: window).possible.isEmpty, "outside of the calendar nobody is free")
        }
    }

    @Test func `ten thousand busy times are subtracted`() throws {
        var person = try availability("Mon–Sun 0–24", .gmt)
        person.busy = TimeSet(try (0..<10_000).reversed().map { try span($0 * 600, $0 * 600 + 300) })
        let free = try person.freeTimes(in: span(0, 6_000_000))
        #expect(free.available.count == 10_000)
        #expect(free.available.duration == 3_000_000)
    }
}
