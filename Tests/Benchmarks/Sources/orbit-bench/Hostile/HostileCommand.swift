import ArgumentParser

/// Measures the most expensive requests of an account, and the delay of other people.
struct HostileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hostile", abstract: "The costliest requests of one account, back to back, and the time of others."
    )

    @Argument(help: "The store, of its own and empty: on disk in the folder for temporary files.")
    var store = StoreKind.memory
    @Option(help: "How many people there are.")
    var people = 10_000
    @Option(help: "How many bytes an uploaded photo has.")
    var photoBytes = 8 * 1_024 * 1_024
    @Option(help: "How many seconds each of three rounds of the attack takes.")
    var seconds = 10
    @Option(help: "Where to write the cost of each route, as a table in Markdown.")
    var table: String?

    func validate() throws {
        guard (HostileFeed.fewestPeople...1_000_000).contains(people) else {
            throw ValidationError("Take \(HostileFeed.fewestPeople) to 1000000 people.")
        }
        guard (8_192...8_388_608).contains(photoBytes) else {
            throw ValidationError("Take photos of 8192 to 8388608 bytes.")
        }
        // In longer rounds, the delayed people would reach their limit of writes.
        guard (1...15).contains(seconds) else { throw ValidationError("Take rounds of 1 to 15 seconds.") }
    }

    func run() async throws {
        let campusStore = try await CampusStore(store)
        let load = try await CampusLoad(people: people, strictPercent: 0, on: campusStore.engine)
        var report = BenchmarkReport()
        report.add("people", people)
        report.add("store", store.rawValue)
        let matrix = try await load.measureHostile(photoBytes: photoBytes, seconds: seconds, into: &report)
        if let table { try matrix.table.write(toFile: table, atomically: true, encoding: .utf8) }
        report.print()
        withExtendedLifetime(campusStore) {}
    }
}
