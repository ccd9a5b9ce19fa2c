import Foundation
import GRDB
import OrbitStore

/// The records as one transaction of SQLite sees them.
class SQLiteReader: StoreReader {
    /// The maximum number of keys in one statement.
    private static let maxKeysOfStatement = 64

    let db: Database
    let coding = RecordCoding()
    private let decoded: DecodedRecords
    private(set) var quarantined: [UnreadableRecord] = []

    init(_ db: Database, _ decoded: DecodedRecords) {
        (self.db, self.decoded) = (db, decoded)
    }

    func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
        guard KeyRule.isValid(key) else { return nil }
        let statement = try db.cachedStatement(sql: "SELECT schema, body FROM records WHERE tbl = ? AND key = ?")
        guard let row = try Row.fetchOne(statement, arguments: [Record.table, key]) else { return nil }
        return try decoded.record(type, key, from: row.value(1), schema: row.value(0), by: coding)
    }

    func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record] {
        var found: [String: Record] = [:]
        var rest = keys.filter(KeyRule.isValid)[...]
        while !rest.isEmpty {
            try get(type, batch: rest.prefix(Self.maxKeysOfStatement), into: &found)
            rest = rest.dropFirst(Self.maxKeysOfStatement)
        }
        return found
    }

    /// Adds the records with the keys, with one statement. SQLite looks up each key in the index, which takes less time
    /// than a statement for each key. The number of parameters is a power of two, so that few statements are compiled.
    private func get<Record: StoreRecord>(
        _ type: Record.Type, batch keys: ArraySlice<String>, into found: inout [String: Record]
    ) throws {
        guard let last = keys.last else { return }
        let count = 1 << (Int.bitWidth - (keys.count - 1).leadingZeroBitCount)
        let statement = try db.cachedStatement(
            sql: """
                SELECT key, schema, body FROM records
                WHERE tbl = ? AND key IN (?\(String(repeating: ",?", count: count - 1)))
                """)
        let texts: [String] = [Record.table] + keys + Array(repeating: last, count: count - keys.count)
        let rows = try Row.fetchCursor(statement, arguments: StatementArguments(texts))
        while let row = try rows.next() {
            let key: String = try row.value(0)
            found[key] = try readable(Record.self, key) {
                try decoded.record(type, key, from: row.value(2), schema: row.value(1), by: coding)
            }
        }
    }

    func list<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [Record] {
        guard query.limit > 0, query.isValid else { return [] }
        let rows = try rows(
            of: Record.self, query, "r.key, r.schema, r.body", "entries e CROSS JOIN records r ON r.id = e.record")
        var found: [Record] = []
        // The cursor stops at the limit. Unreadable records do not count toward it.
        while found.count < query.limit, let row = try rows.next() {
            let isCached = found.count < DecodedRecords.maxOfList
            let record = try readable(Record.self, row.value(0)) {
                if !isCached { return try coding.decode(type, from: row.value(2), schema: row.value(1)) }
                return try decoded.record(type, row.value(0), from: row.value(2), schema: row.value(1), by: coding)
            }
            if let record { found.append(record) }
        }
        return found
    }

    func positions<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [IndexPosition] {
        guard query.limit > 0, query.isValid else { return [] }
        let rows = try rows(of: Record.self, query, "e.rank, e.key", "entries e")
        var found: [IndexPosition] = []
        while found.count < query.limit, let row = try rows.next() {
            found.append(try IndexPosition(rank: row.value(0), key: row.value(1)))
        }
        return found
    }

    func count<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> Int {
        guard query.limit > 0, query.isValid else { return 0 }
        let rows = try rows(of: Record.self, query, "1", "entries e")
        var count = 0
        while count < query.limit, try rows.next() != nil { count += 1 }
        return count
    }

    func keys<Record: StoreRecord>(_ type: Record.Type, after key: String?, limit: Int) throws -> [String] {
        guard limit > 0, key.map(KeyRule.isValid) ?? true else { return [] }
        let statement = try db.cachedStatement(
            sql: "SELECT key FROM records WHERE tbl = ? AND key >= ? ORDER BY key LIMIT ?")
        let rows = try Row.fetchCursor(statement, arguments: [Record.table, KeyRule.start(after: key), limit])
        var found: [String] = []
        while let row = try rows.next() { found.append(try row.value(0)) }
        return found
    }

    func blob<Record: BlobRecord>(_ type: Record.Type, _ key: String) throws -> Data? {
        guard KeyRule.isValid(key) else { return nil }
        let statement = try db.cachedStatement(sql: "SELECT bytes FROM blobs WHERE tbl = ? AND key = ?")
        return try Data.fetchOne(statement, arguments: [Record.table, key])
    }

    private func rows<Record: StoreRecord>(
        of type: Record.Type, _ query: IndexQuery, _ columns: String, _ tables: String
    ) throws -> RowCursor {
        let isAscending = query.order == .ascending
        let (direction, comparison) = isAscending ? ("ASC", ">") : ("DESC", "<")
        var sql = """
            SELECT \(columns) FROM \(tables)
            WHERE e.tbl = ? AND e.idx = ? AND e.grp = ? AND e.rank BETWEEN ? AND ?
            """
        var (lower, upper) = (query.ranks.lowerBound, query.ranks.upperBound)
        if let place = query.after {
            sql += " AND (e.rank, e.key) \(comparison) (?, ?)"
            if isAscending { lower = max(lower, place.rank) } else { upper = min(upper, place.rank) }
        }
        sql += " ORDER BY e.rank \(direction), e.key \(direction)"
        var arguments: StatementArguments = [Record.table, query.index, query.group, lower, upper]
        if let place = query.after { arguments += [place.rank, place.key] }
        return try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
    }

    /// Returns the record, or adds it to `quarantined` and returns `nil` if it cannot be read.
    private func readable<Record: StoreRecord>(
        _ type: Record.Type, _ key: String, _ read: () throws -> Record?
    ) throws -> Record? {
        do {
            return try read()
        } catch let error as StoreError {
            switch error {
            case .unreadableRecord, .newerSchema:
                quarantined.append(UnreadableRecord(table: Record.table, key: key))
                return nil
            default: throw error
            }
        }
    }
}

extension Row {
    /// Returns the value of a column.
    ///
    /// - Parameter column: the index of the column.
    /// - Throws: `StoreError.damaged` if the column has a value of another type. Only a damaged file contains such a
    ///   value.
    func value<Value: DatabaseValueConvertible>(_ column: Int) throws(StoreError) -> Value {
        guard let value = Value.fromDatabaseValue(self[column]) else { throw .damaged }
        return value
    }
}
