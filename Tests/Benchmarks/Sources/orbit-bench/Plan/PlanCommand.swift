import ArgumentParser
import Foundation

/// Finds the next 64 reminders of many meetups.
struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Find the next 64 reminders of many meetups.")

    @Argument(help: "The file of starts.")
    var starts: String
    @Argument(help: "The name of the user's time zone.")
    var zone: String
    @Argument(help: "The time of the plan, in seconds since 1970.")
    var now: Int
    @OptionGroup var times: Repetitions

    func run() throws {
        guard let zone = TimeZone(identifier: zone) else { throw UnexpectedInput("There is no zone \(zone).") }
        let starts = try StartsFile.starts(of: try Data(contentsOf: URL(filePath: starts)))
        let measured = PlanMeasurement(
            starts: starts, zone: zone, now: Date(timeIntervalSince1970: Double(now)), repetitions: times.repetitions)
        var report = BenchmarkReport()
        report.add("impl", "orbit")
        report.add("n", starts.count)
        report.add("ms", spread: measured.search, digits: 4)
        report.add("prepare_ms", spread: measured.prepare, digits: 2)
        report.add("plan_ms", spread: measured.plan, digits: 2)
        report.add("hash", measured.hash)
        report.add("first", measured.first)
        report.add("last", measured.last)
        report.add("maxrss_mb", ResourceUsage.now.maximumResidentMegabytes, digits: 1)
        report.print()
    }
}
