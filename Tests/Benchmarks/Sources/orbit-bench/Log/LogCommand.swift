import ArgumentParser
import TimeAndChance

/// Measures the log of events: from a commit to the list on the screen, in folding, in requests, and while no events
/// arrive.
struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Commit, carry and fold events, with a backend in this process.")

    @Argument(help: "How many pokes are sent, listed and accepted.")
    var pokes = 100

    func validate() throws {
        guard (10...5_000).contains(pokes) else { throw ValidationError("Send 10 to 5000 pokes.") }
    }

    func run() async throws {
        var report = BenchmarkReport()
        report.add("pokes", pokes)
        try await CommitToList(pokes: pokes).measure(into: &report)
        try await Folding.measure(into: &report)
        try await RequestCosts(pokes: pokes).measure(into: &report)
        try await LogShare(pokes: pokes).measure(into: &report)
        report.add("idle_hour_requests", try await IdleHour.requests())
        report.print()
    }
}
