import ArgumentParser
import Foundation
import NetworkingTesting
import OrbitBackend
import TimeAndChance

/// Checks that a backend's memory does not grow beyond its live data during months of use.
struct SoakCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak", abstract: "Memory of a backend over a million requests, in virtual days.")

    @Argument(help: "How many requests.")
    var requests = 1_000_000
    @Argument(help: "The store.")
    var store = StoreKind.memory
    @Option(help: "How many people there are at a time; each stays for fifty days.")
    var people = 200
    @Flag(help: "Count the records of each table, which takes a look-up for each that is written.")
    var tables = false

    func validate() throws {
        guard (1_000...100_000_000).contains(requests), (20...10_000).contains(people) else {
            throw ValidationError("Take at least 1000 requests, and 20 to 10000 people.")
        }
    }

    func run() async throws {
        let campusStore = try await CampusStore(store)
        let watched = WatchedStore(campusStore.engine, countsRecords: tables)
        let clock = VirtualClock()
        let start = clock.date
        let campus = try await SoakCampus(people: people, on: watched, clock: clock)
        var report = BenchmarkReport()
        report.add("people", people)
        report.add("store", store.rawValue)
        var early = 0.0
        for tenth in 1...10 {
            try await campus.serve(until: requests * tenth / 10)
            let resident = ResourceUsage.residentMegabytes
            if tenth == 1 { early = resident }
            report.add("rss_mb_\(tenth)", resident, digits: 0)
            if tables, tenth == 1 || tenth == 10 {
                let records = watched.records.sorted { $0.value > $1.value }.prefix(12)
                report.add("records_\(tenth)", records.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
            }
        }
        report.add("rss_growth", ResourceUsage.residentMegabytes / max(1, early), digits: 2)
        report.add("days", clock.date.timeIntervalSince(start) / 86_400, digits: 0)
        let statuses = await campus.statuses.sorted { $0.key < $1.key }
        report.add("responses", statuses.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
        report.add("maxrss_mb", ResourceUsage.now.maximumResidentMegabytes, digits: 0)
        report.print()
        withExtendedLifetime(campusStore) {}
    }
}
