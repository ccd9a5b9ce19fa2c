import OrbitBackend
import TimeAndChance

/// The result of `orbit-server check`.
package struct StoreInspection: Sendable {
    /// The lines of the report.
    package let report: [String]
    /// Whether every record can be read, and the audit trail is intact.
    package let isIntact: Bool

    /// Opens the store, verifies its file, reads each record of each table, and verifies the audit trail.
    package init(_ configuration: ServerConfiguration) async throws {
        let store = try await configuration.database.open()
        let settings = try Campus.settings(configuration) { _ in }
        try configuration.database.verify(store)
        try await self.init(of: OrbitBackend(store: store, configuration: settings))
    }

    /// Reads each record of each table, and verifies the audit trail.
    init(of backend: OrbitBackend) async throws {
        let (tables, trail) = (try await backend.checkRecords(), try await backend.verifyAuditTrail())
        let result = trail.firstFault.map { "entry \($0) was changed or removed" } ?? "intact"
        report =
            ["store: opened, schema current"] + Self.lines(of: tables)
            + ["audit trail: \(trail.entries) entries, \(result)"]
        isIntact = trail.firstFault == nil && tables.allSatisfy { $0.unreadable == 0 }
    }

    /// Returns one line for each table with records, the keys of unreadable records, and the total.
    private static func lines(of tables: [TableCheck]) -> [String] {
        let width = tables.map(\.table.count).max() ?? 0
        let lines = tables.filter { $0.records > 0 }.flatMap { table in
            let name = table.table + String(repeating: " ", count: width - table.table.count)
            let line = "\(name)  \(table.records) records"
            guard table.unreadable > 0 else { return [line] }
            return ["\(line), \(table.unreadable) UNREADABLE"] + table.unreadableKeys.map { "    unreadable: \($0)" }
        }
        let (records, unreadable) = tables.reduce((0, 0)) { ($0.0 + $1.records, $0.1 + $1.unreadable) }
        return lines + ["records: \(records) in \(tables.count) tables, \(unreadable) unreadable"]
    }
}
