import Foundation
import ICalendar
import OrbitModels
import Testing

/// Compares generated rules with python-dateutil. `Tests/ICalendarTests/Comparisons/recurrence.py` creates the cases
/// and describes how to run more.
@Suite struct RecurrenceComparisonTests {
    private static let sample = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Comparisons/recurrences.txt").standardizedFileURL

    @Test func `generated rules fall on the same times as those of python-dateutil`() throws {
        let file = ProcessInfo.processInfo.environment["RECURRENCE_CASES"].map { URL(filePath: $0) } ?? Self.sample
        let cases = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(cases.count >= 100)
        let horizon = try #require(LocalDateTime("2090-01-01T00:00:00"))
        var differences = 0
        for line in cases {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(parts.count == 5)
            let zone = CalendarZone(try #require(TimeZone(identifier: parts[0])))
            let rule = try RecurrenceRule(parts[2])
            #expect(try RecurrenceRule(rule.description) == rule)
            let series = EventSeries(start: try #require(LocalDateTime(parts[1])), zone: zone, rule: rule)
            let from = zone.instants(of: try #require(LocalDateTime(parts[3]))).first
            let found = series.occurrences(from: from).prefix(12).filter { $0.wallTime < horizon }
                .map { "\($0.wallTime)=\(Int($0.instant.timeIntervalSince1970))" }.joined(separator: ",")
            if found != parts[4] {
                differences += 1
                if differences < 10 { Issue.record("\(line)\nfound \(found)") }
            }
        }
        #expect(differences == 0)
    }
}
