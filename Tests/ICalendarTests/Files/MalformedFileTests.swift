import Foundation
import ICalendar
import OrbitModels
import Testing

/// Files that violate RFC 5545 as common programs do. Each is a fixture.
@Suite struct MalformedFileTests {
    private func busy(_ file: String) throws -> BusyTimes {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let data = try Data(contentsOf: folder.appending(path: "../Fixtures/\(file).ics").standardizedFileURL)
        let start = try Date("2026-11-01T00:00:00Z", strategy: .iso8601)
        let window = try #require(TimeSpan(start: start, end: start.addingTimeInterval(30 * 86_400)))
        return try BusyTimes(reading: data, in: window, zone: berlin)
    }

    /// Returns the start in UTC and the length in minutes of each busy time.
    private func times(_ busy: BusyTimes) -> [String] {
        busy.spans.map { "\(LocalDateTime($0.start, in: .gmt)) \(Int($0.duration / 60))" }
    }

    @Test func `an end without a zone is read in the zone of the start`() throws {
        let found = try busy("end-without-zone")
        #expect(
            times(found) == [
                "2026-11-02T00:00:00 60", "2026-11-03T14:00:00 60", "2026-11-04T09:00:00 60", "2026-11-05T08:00:00 60",
            ])
        #expect(found.problems.map(\.kind) == Array(repeating: .endInOtherForm, count: 4))
    }

    @Test func `occurrences of an all-day series are excluded and moved by date-times`() throws {
        let found = try busy("all-day-series-by-date-time")
        #expect(
            times(found) == [
                "2026-11-01T23:00:00 1440", "2026-11-06T23:00:00 1440", "2026-11-19T23:00:00 1440",
            ])
        #expect(found.problems == [])
    }

    @Test func `a start that does not match its rule is busy and is reported`() throws {
        let found = try busy("start-off-rule")
        #expect(times(found) == ["2026-11-04T17:00:00 60", "2026-11-10T17:00:00 60", "2026-11-17T17:00:00 60"])
        #expect(found.problems.map(\.kind) == [.startOffRule])
    }

    @Test func `a zone with a rule by days of the year is read`() throws {
        let found = try busy("zone-by-day-of-year")
        #expect(times(found) == ["2026-11-02T08:00:00 60"])
        #expect(found.problems == [])
    }

    @Test func `hours and minutes of a rule are accepted only if they repeat the start`() throws {
        let found = try busy("redundant-time-parts")
        #expect(
            times(found) == [
                "2026-11-03T17:15:00 60", "2026-11-04T23:00:00 1440", "2026-11-07T17:00:00 60",
                "2026-11-10T17:15:00 60", "2026-11-11T23:00:00 1440", "2026-11-17T17:15:00 60",
                "2026-11-24T17:15:00 60",
            ])
        #expect(found.problems.map(\.kind) == [.rule(.unsupportedPart("BYHOUR"))])
    }

    @Test func `a component with a misspelt end does not hide the events after it`() throws {
        let found = try busy("misspelt-end")
        #expect(times(found) == ["2026-11-02T09:00:00 60", "2026-11-04T09:00:00 60"])
        #expect(
            found.problems.map(\.kind) == [
                .unfinished("VTODO"), .unexpectedEnd, .unfinished("VEVENT"), .unexpectedEnd,
            ])
    }
}
