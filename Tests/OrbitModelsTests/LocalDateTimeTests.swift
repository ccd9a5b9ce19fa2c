import Foundation
import OrbitModels
import Testing

@Suite struct LocalDateTimeTests {
    private let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    @Test func `a local time usually occurs once`() throws {
        let time = try #require(LocalDateTime("2026-11-22T18:30:00"))
        let instant = try Date("2026-11-22T17:30:00Z", strategy: .iso8601)
        #expect(time.instants(in: berlin) == .once(instant))
        #expect(LocalDateTime(instant, in: berlin) == time)
    }

    @Test func `a skipped local time is read with the offset before the change`() throws {
        let time = try #require(LocalDateTime("2026-03-29T02:30:00"))
        #expect(time.instants(in: berlin) == .skipped(try Date("2026-03-29T01:30:00Z", strategy: .iso8601)))
        #expect(LocalDateTime(time.instants(in: berlin).first, in: berlin).description == "2026-03-29T03:30:00")
    }

    @Test func `a repeated local time has two instants`() throws {
        let time = try #require(LocalDateTime("2026-10-25T02:30:00"))
        let instants = time.instants(in: berlin)
        #expect(
            instants
                == .twice(
                    first: try Date("2026-10-25T00:30:00Z", strategy: .iso8601),
                    second: try Date("2026-10-25T01:30:00Z", strategy: .iso8601)))
    }

    @Test(arguments: [("Pacific/Apia", "2011-12-30T12:00:00"), ("Australia/Lord_Howe", "2026-10-04T02:15:00")])
    func `a local time that a zone skips is reported as skipped`(zone: String, time: String) throws {
        let zone = try #require(TimeZone(identifier: zone))
        guard case .skipped = try #require(LocalDateTime(time)).instants(in: zone) else {
            Issue.record("\(time) was shown")
            return
        }
    }

    @Test(arguments: [
        "", "2026-11-22", "2026-11-22T24:00:00", "2026-11-22T18:60:00", "2026-02-30T00:00:00", "2026-11-22T1:00:00",
        "2026-11-22T18:30:00Z", "2026-11-22T18:30:00T", "2026-11-22T18:30:60",
    ])
    func `text that is not a local time is refused`(text: String) {
        #expect(LocalDateTime(text) == nil)
    }

    @Test(arguments: ["0000-01-01T00:00:00", "9999-12-31T23:59:59"])
    func `local times at the ends of the calendar are parsed`(text: String) throws {
        let time = try #require(LocalDateTime(text))
        for zone in ["Pacific/Kiritimati", "Etc/GMT+12", "UTC"] {
            let zone = try #require(TimeZone(identifier: zone))
            _ = LocalDateTime(time.instants(in: zone).first, in: zone)
        }
        #expect(time.description == text)
    }

    @Test(arguments: [
        ("2026-03-29T01:59:59", 1), ("2026-03-29T02:00:00", 0), ("2026-03-29T02:59:59", 0), ("2026-03-29T03:00:00", 1),
        ("2026-10-25T01:59:59", 1), ("2026-10-25T02:00:00", 2), ("2026-10-25T02:59:59", 2), ("2026-10-25T03:00:00", 1),
    ])
    func `a local time beside a clock change has the right number of instants`(text: String, count: Int) throws {
        let instants = try #require(LocalDateTime(text)).instants(in: berlin)
        let found =
            switch instants {
            case .skipped: 0
            case .once: 1
            case .twice: 2
            }
        #expect(found == count)
    }

    @Test func `a skipped local time of a table has the offset of the period before it`() {
        let table = ZoneOffsetTable([
            ZoneOffsetTable.Period(start: 0, end: 1_000_000, offset: 0),
            ZoneOffsetTable.Period(start: 1_000_000, end: 2_000_000, offset: 3_600),
            ZoneOffsetTable.Period(start: 2_000_000, end: 3_000_000, offset: 7_200),
        ])
        // No clock shows 2,003,600 to 2,007,199.
        #expect(table.instants(of: 2_005_000) == .skipped(Date(timeIntervalSince1970: 2_001_400)))
        #expect(table.instants(of: 2_003_599) == .once(Date(timeIntervalSince1970: 1_999_999)))
        #expect(table.instants(of: 2_007_200) == .once(Date(timeIntervalSince1970: 2_000_000)))
    }

    @Test func `a table without periods is UTC`() {
        #expect(ZoneOffsetTable([]).offset(at: 5) == 0)
        #expect(ZoneOffsetTable([]).instants(of: 5).first == Date(timeIntervalSince1970: 5))
    }

    @Test func `days outside the calendar are its first and its last day`() {
        #expect(LocalDateTime(secondSinceEpoch: -62_167_219_201).day == CalendarDay("0000-01-01"))
        #expect(LocalDateTime(secondSinceEpoch: 253_402_300_800).day == CalendarDay("9999-12-31"))
    }

    @Test func `every hour of a year survives a conversion to local time and back`() throws {
        for name in ["Europe/Berlin", "America/New_York", "Africa/Casablanca", "Asia/Kathmandu", "Antarctica/Troll"] {
            let zone = try #require(TimeZone(identifier: name))
            for hour in stride(from: 0, to: 366 * 24, by: 1) {
                let instant = Date(timeIntervalSince1970: 1_767_225_600 + Double(hour) * 3_600)
                let time = LocalDateTime(instant, in: zone)
                switch time.instants(in: zone) {
                case .once(let only): #expect(only == instant)
                case .twice(let first, let second): #expect(first == instant || second == instant)
                case .skipped: Issue.record("\(time) is shown in \(name)")
                }
            }
        }
    }
}
