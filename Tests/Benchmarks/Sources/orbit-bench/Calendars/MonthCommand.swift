import ArgumentParser
import Calendars
import Foundation
import OrbitModels
import TimeAndChance

/// Lays out a month and a week of generated events.
struct MonthCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "month", abstract: "Lay out a month and a week of events.")

    @Argument(help: "How many events there are.")
    var events = 10_000
    @OptionGroup var times: Repetitions

    func validate() throws {
        guard events >= 0 else { throw ValidationError("The number of events is negative.") }
    }

    func run() throws {
        guard let day = CalendarDay("2026-11-02"), let zone = TimeZone(identifier: "Europe/Berlin") else {
            throw UnexpectedInput("This system does not know Berlin.")
        }
        let start = day.start(in: zone)
        var random = SplitMix64(seed: 1)
        let entries = (0..<events).compactMap { number -> CalendarEntry? in
            let begin = start.addingTimeInterval(Double(Int.random(in: 0..<28 * 96, using: &random)) * 900)
            let quarters = Int.random(in: 1...12, using: &random) * (number.isMultiple(of: 50) ? 40 : 1)
            return TimeSpan(start: begin, end: begin.addingTimeInterval(Double(quarters) * 900)).map {
                CalendarEntry(id: "\(number)", title: "Event \(number)", time: .span($0))
            }
        }
        var (months, weeks): ([Double], [Double]) = ([], [])
        for _ in 0..<times.repetitions {
            months.append(milliseconds { CalendarMonth(containing: day, in: zone, entries: entries).weeks.count }.time)
            weeks.append(milliseconds { CalendarWeek(from: day, in: zone, entries: entries).days.count }.time)
        }
        var report = BenchmarkReport()
        report.add("impl", "orbit")
        report.add("events", events)
        report.add("month_ms", spread: months, digits: 2)
        report.add("week_ms", spread: weeks, digits: 2)
        report.print()
    }
}
