import ArgumentParser
import Calendars
import Foundation
import OrbitModels
import TimeAndChance

/// Finds the times at which generated people are free.
struct FreeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "free", abstract: "Find the times that people in four zones have in common.")

    @Argument(help: "How many people there are; five of them are required.")
    var people = 50
    @Option(help: "How far ahead to look.") var weeks = 8
    @OptionGroup var times: Repetitions

    func validate() throws {
        guard people >= 1 else { throw ValidationError("There must be somebody to meet.") }
        guard (1...53).contains(weeks) else { throw ValidationError("Look 1 to 53 weeks ahead.") }
    }

    func run() throws {
        let start = Date(timeIntervalSince1970: 1_790_000_000)
        guard let window = TimeSpan(start: start, end: start.addingTimeInterval(Double(weeks) * 604_800)) else {
            throw UnexpectedInput("The window is empty.")
        }
        let request = try MeetingRequest(in: window, lasting: 3_600, zone: .gmt, now: start)
        var random = SplitMix64(seed: 1)
        let participants = (0..<people).map { participant($0, from: start, &random) }
        var searches: [Double] = []
        var slots = 0
        for _ in 0..<times.repetitions {
            let (found, time) = milliseconds { request.times(for: participants).slots.count }
            searches.append(time)
            slots = found
        }
        var report = BenchmarkReport()
        report.add("impl", "orbit")
        report.add("people", people)
        report.add("slots", slots)
        report.add("ms", spread: searches, digits: 3)
        report.print()
    }

    /// Returns a person who is free on most afternoons, and busy for an hour on each day.
    private func participant(_ number: Int, from start: Date, _ random: inout SplitMix64) -> Participant {
        let zones = ["America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Sydney"]
        let zone = TimeZone(identifier: zones[number % zones.count]) ?? .gmt
        var hours = HourSet()
        for day in Weekday.allCases {
            for hour in 8..<24 where Int.random(in: 0..<4, using: &random) > 0 {
                if let hour = HourOfWeek(day, hour: hour) { hours.insert(hour) }
            }
        }
        let busy = (0..<weeks * 7).compactMap { day -> TimeSpan? in
            let begin = start.addingTimeInterval(Double(day * 24 + Int.random(in: 0..<24, using: &random)) * 3_600)
            return TimeSpan(start: begin, end: begin.addingTimeInterval(3_600))
        }
        return Participant(
            id: UserID("\(number)"), isRequired: number < 5,
            availability: Availability(
                week: WeeklyAvailability(timeZone: zone, hours: hours), busy: TimeSet(busy)))
    }
}
