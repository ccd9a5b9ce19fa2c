import ArgumentParser
import Foundation
import Networking
import OrbitModels
import TimeAndChance

/// Measures the export of all data of a person, and the erasure of their account.
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Export and erase the account of a person with many records.")

    @Argument(help: "How many records the person has: posts, blocks and hosted meetups.")
    var records = 10_000
    @OptionGroup var repetitions: Repetitions

    func validate() throws {
        guard (100...14_000).contains(records) else { throw ValidationError("Have 100 to 14000 records.") }
    }

    func run() async throws {
        let archive = try await MadeArchive(records: records)
        let clock = SystemClock()
        var (exports, erasures): ([Double], [Double]) = ([], [])
        var (bytes, transactions, most) = (0, 0, 0)
        for _ in 0..<repetitions.repetitions {
            let campus = try await LogCampus(people: 20)
            try await campus.backend.importArchive(archive.file)
            let device = try await campus.signIn(MadeArchive.email, origin: "10.9.0.1")
            let export = try device.signed(.toCampus(.get, "/users/me/export"))
            var start = clock.uptime
            let exported = await campus.backend.respond(to: export, origin: device.origin)
            exports.append((clock.uptime - start) / .milliseconds(1))
            guard exported.status == 200, exported.body.count >= archive.file.count / 2 else {
                throw UnexpectedInput("The export comes to \(exported.status).")
            }
            bytes = exported.body.count
            _ = campus.store.takeWrites()
            let erase = try device.signed(.toCampus(.delete, "/users/me"))
            start = clock.uptime
            let erased = await campus.backend.respond(to: erase, origin: device.origin)
            guard erased.status == 200 else { throw UnexpectedInput("The erasure comes to \(erased.status).") }
            try await campus.backend.runScheduledWork()
            erasures.append((clock.uptime - start) / .milliseconds(1))
            let writes = campus.store.takeWrites()
            (transactions, most) = (writes.count, writes.max() ?? 0)
        }
        var report = BenchmarkReport()
        report.add("records", records)
        report.add("export_ms", spread: exports, digits: 1)
        report.add("export_bytes", bytes)
        report.add("erase_ms", spread: erasures, digits: 1)
        report.add("erase_transactions", transactions)
        report.add("most_writes", most)
        report.add("maxrss_mb", ResourceUsage.now.maximumResidentMegabytes, digits: 0)
        report.print()
    }
}
