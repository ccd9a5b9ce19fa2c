import Foundation
import OrbitModels
import Testing

@testable import Calendars

@Suite struct ZoneComparisonTests {
    /// Tests/CalendarsTests/Comparisons/free_times.py writes the file. Set `FREE_TIMES` to compare another file, such
    /// as the full file.
    @Test func `common free times agree with Python's zoneinfo`() throws {
        let path =
            ProcessInfo.processInfo.environment["FREE_TIMES"]
            ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
                "../Comparisons/free-times.txt"
            ).path
        let text = try String(contentsOfFile: path, encoding: .utf8)
        var count = 0
        var disagreements: [String: Int] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            try #require(words.count >= 6)
            guard let zones = Self.zones(words) else { continue }
            let people = zip(zones, [words[1], words[3]]).map { zone, digits in
                let hours = zip(
                    Weekday.allCases.flatMap { day in (0..<24).compactMap { HourOfWeek(day, hour: $0) } }, digits)
                return Availability(
                    week: WeeklyAvailability(
                        timeZone: zone, hours: HourSet(hours.filter { $0.1 == "1" }.map(\.0))))
            }
            let seconds = words.dropFirst(4).compactMap { Int($0) }
            let window = try span(seconds[0], seconds[1])
            let common = people[0].freeTimes(in: window).available.intersection(
                people[1].freeTimes(in: window).available)
            let found = common.spans.flatMap { [$0.start, $0.end] }.map { Int($0.timeIntervalSince1970) }
            count += 1
            if found != Array(seconds.dropFirst(2)) { disagreements["\(words[0]) \(words[2])", default: 0] += 1 }
        }
        #expect(count > 0)
        #expect(disagreements.isEmpty)
    }

    private static func zones(_ words: [String]) -> [TimeZone]? {
        guard let a = TimeZone(identifier: words[0]), let b = TimeZone(identifier: words[2]) else { return nil }
        return [a, b]
    }
}
