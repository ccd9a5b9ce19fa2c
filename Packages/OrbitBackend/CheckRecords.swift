import BackendRuntime
import OrbitStore

/// The result of a check that reads all records of one table.
public struct TableCheck: Hashable, Sendable {
    /// The maximum number of ``unreadableKeys``.
    public static let maxKeys = 10

    /// The name of the table.
    public let table: String
    /// The number of records, including unreadable records.
    public internal(set) var records = 0
    /// The number of records that this version cannot read: their bytes are damaged, or a later version has written
    /// them.
    public internal(set) var unreadable = 0
    /// The keys of the first unreadable records, at most ``maxKeys``. A key can contain the id of a person.
    public internal(set) var unreadableKeys: [String] = []
}

extension OrbitBackend {
    /// Reads each record of each table, for the operator's tools, such as after a restored backup or an upgrade.
    ///
    /// It reads pages of 200 records, each in a read of its own, so other requests do not wait long and the memory is
    /// bounded. A record that is added or deleted meanwhile may or may not be counted. Photos and other blobs are not
    /// read. Each page with unreadable records counts `OperatorEvent.recordUnreadable(_:)`.
    ///
    /// ```swift
    /// for check in try await backend.checkRecords() where check.unreadable > 0 {
    ///     print("\(check.table): \(check.unreadable) of \(check.records) records are unreadable")
    /// }
    /// ```
    ///
    /// - Returns: A result for each table of the features, sorted by name.
    /// - Throws: `StoreError` if the store fails, or `CancellationError`.
    public func checkRecords() async throws -> [TableCheck] {
        var checks: [TableCheck] = []
        for type in context.features.tables.sorted(by: { $0.table < $1.table }) { checks.append(try await check(type)) }
        return checks
    }

    private func check<Record: BackendRecord>(_ type: Record.Type) async throws -> TableCheck {
        var check = TableCheck(table: type.table)
        var last: String?
        while true {
            try Task.checkCancellation()
            let (keys, unreadable) = try await context.store.read { [last] reader in
                let keys = try reader.keys(type, after: last, limit: Self.page)
                _ = try reader.get(type, all: keys)
                return (keys, reader.quarantined.map(\.key))
            }
            check.records += keys.count
            check.unreadable += unreadable.count
            check.unreadableKeys += unreadable.sorted().prefix(TableCheck.maxKeys - check.unreadableKeys.count)
            guard keys.count == Self.page else { return check }
            last = keys.last
        }
    }

    /// The maximum number of records of one read.
    private static let page = 200
}
