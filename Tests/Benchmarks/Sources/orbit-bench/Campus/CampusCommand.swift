import ArgumentParser
import OrbitBackend
import TimeAndChance

/// Measures the backend on a campus: suggestions, pokes, and the pairing of the day.
struct CampusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "campus", abstract: "Suggestions, pokes and the daily pairing, with a backend in this process.")

    @Argument(help: "How many people there are.")
    var people = 10_000
    @Argument(help: "The store, of its own and empty: on disk in the folder for temporary files.")
    var store = StoreKind.memory
    @Option(help: "The share of people, in percent, whose dealbreakers admit nobody.")
    var strict = 0

    func validate() throws {
        guard (200...1_000_000).contains(people), (0...50).contains(strict) else {
            throw ValidationError("Take 200 to 1000000 people, and at most 50 percent of them strict.")
        }
    }

    func run() async throws {
        let campusStore = try await CampusStore(store)
        let load = try await CampusLoad(people: people, strictPercent: strict, on: campusStore.engine)
        var report = BenchmarkReport()
        report.add("people", people)
        report.add("store", store.rawValue)
        report.add("strict_percent", strict)
        try await load.measureLists(into: &report)
        try await load.measureThroughput(into: &report)
        try await load.measurePokes(into: &report)
        try await load.measureJoining(into: &report)
        try await load.measurePairing(into: &report)
        report.add("maxrss_mb", ResourceUsage.now.maximumResidentMegabytes, digits: 0)
        report.print()
        withExtendedLifetime(campusStore) {}
    }
}
