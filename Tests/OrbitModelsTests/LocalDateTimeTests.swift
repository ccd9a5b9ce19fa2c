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
        "2026-11-22T18:30:00Z", "2026-11-22T18:30:00T",
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
