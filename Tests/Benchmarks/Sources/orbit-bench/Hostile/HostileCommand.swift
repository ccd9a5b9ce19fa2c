import ArgumentParser

/// Measures the most expensive requests of one account, and the delay of others.
struct HostileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hostile", abstract: "The costliest requests of one account, back to back, and the time of others."
    )

    @Argument(help: "The store, of its own and empty: on disk in the folder for temporary files.")
    var store = StoreKind.memory
    @Option(help: "How many people there are.")
    var people = 10_000
    @Option(help: "Where to write the cost of each route, as a table in Markdown.")
    var table: String?

    func validate() throws {
        guard (200...1_000_000).contains(people) else { throw ValidationError("Take 200 to 1000000 people.") }
    }

    func run() async throws {
        let campusStore = try await CampusStore(store)
        let load = try await CampusLoad(people: people, strictPercent: 0, on: campusStore.engine)
        var report = Report()
        report.add("people", people)
        report.add("store", store.rawValue)
        let matrix = try await load.measureHostile(into: &report)
        if let table { try matrix.table.write(toFile: table, atomically: true, encoding: .utf8) }
        report.print()
        withExtendedLifetime(campusStore) {}
    }
}
