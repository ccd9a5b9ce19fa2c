import Foundation
import ICalendar
import OrbitModels
import Testing

/// Writes generated files with their expected values. `Tests/ICalendarTests/Comparisons/icalendar_check.py` reads them
/// with another library.
@Suite struct CalendarExportTests {
    private struct Expected: Encodable {
        struct Time: Encodable {
            let zone: String
            let wall: String
            let second: Int
        }

        let uid: String
        let sequence: Int
        let start: Int
        let end: Int?
        let exclusions: [Int]
        let summary: String?
        let location: String?
        let isCancelled: Bool
        /// Times in the event's zone, for the zone description in the file.
        let times: [Time]
    }

    private static let folder = ProcessInfo.processInfo.environment["CALENDAR_EXPORTS"]

    @Test(.enabled(if: folder != nil, "CALENDAR_EXPORTS names the folder to write to"))
    func `generated files are written for another library`() throws {
        let folder = URL(filePath: try #require(Self.folder))
        for seed in 1_000..<UInt64(1_300) {
            var generator = GeneratedCalendar(seed: seed)
            let text = try generator.file().text
            // The events as they are read back, with the line ends that a file can contain.
            let events = try CalendarFile.read(Data(text.utf8)).file.events
            let encoder = JSONEncoder()
            try Data(text.utf8).write(to: folder.appending(path: "\(seed).ics"))
            try encoder.encode(events.map(expected)).write(to: folder.appending(path: "\(seed).json"))
        }
    }

    private func expected(_ event: CalendarEvent) -> Expected {
        func second(_ time: CalendarTime) -> Int { Int(time.instant(in: .gmt).timeIntervalSince1970) }
        var times: [Expected.Time] = []
        if case .zoned(_, let zone) = event.start {
            times = event.series(in: .gmt).occurrences().prefix(200).filter { $0.wallTime.day.year < 2090 }.map {
                Expected.Time(
                    zone: zone.name, wall: $0.wallTime.description, second: Int($0.instant.timeIntervalSince1970))
            }
        }
        var end: Int?
        if case .time(let time) = event.end { end = second(time) }
        return Expected(
            uid: event.uid, sequence: event.sequence, start: second(event.start), end: end,
            exclusions: event.exclusions.map(second), summary: event.summary, location: event.location,
            isCancelled: event.status == .cancelled, times: times)
    }
}
