import Foundation
import OrbitStore

/// The records as one transaction of a connection sees them.
final class PostgreSQLTransaction: StoreTransaction {
    /// The maximum size of one notification, in bytes. PostgreSQL accepts less than 8,000.
    private static let maxNotificationBytes = 7_000

    private let connection: Connection
    private let coding = RecordCoding()
    private let decoded: DecodedRecords
    private var topics: Set<String> = []
    private(set) var quarantined: [UnreadableRecord] = []

    init(on connection: Connection, _ decoded: DecodedRecords) {
        (self.connection, self.decoded) = (connection, decoded)
    }

    // MARK: Reading

    func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
        guard KeyRule.isValid(key) else { return nil }
        let rows = try connection.rows(.get, [.text(Record.table), .text(key)])
        guard rows.count > 0 else { return nil }
        return try decoded.record(type, key, from: rows.bytes(0, 2), schema: Int(rows.number(0, 1)), by: coding)
    }

    func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record] {
        let keys = keys.filter(KeyRule.isValid)
        guard !keys.isEmpty else { return [:] }
        let rows = try connection.rows(.getAll, [.text(Record.table), .texts(keys)])
        return (0..<rows.count).reduce(into: [:]) { found, row in
            let key = rows.text(row, 0)
            found[key] = readable(key) {
                try decoded.record(type, key, from: rows.bytes(row, 2), schema: Int(rows.number(row, 1)), by: coding)
            }
        }
    }

    func list<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [Record] {
        try list(type, all: [query]).first ?? []
    }

    func list<Record: StoreRecord>(_ type: Record.Type, all queries: [IndexQuery]) throws -> [[Record]] {
        let answers = try connection.rows(
            queries.map { query in
                (query.order == .ascending ? .listAscending : .listDescending, parameters(Record.table, query))
            })
        return try zip(queries, answers).map { query, rows in
            let found = records(type, of: rows)
            // Unreadable records do not count toward the limit.
            guard found.count < rows.count, rows.count == query.limit else { return found }
            var rest = query
            rest.after = IndexPosition(rank: rows.number(rows.count - 1, 1), key: rows.text(rows.count - 1, 0))
            rest.limit -= found.count
            return try found + list(type, rest)
        }
    }

    func positions<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [IndexPosition] {
        let statement: Statement = query.order == .ascending ? .keysAscending : .keysDescending
        let rows = try connection.rows(statement, parameters(Record.table, query))
        return (0..<rows.count).map { IndexPosition(rank: rows.number($0, 1), key: rows.text($0, 0)) }
    }

    func count<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> Int {
        let statement: Statement = query.order == .ascending ? .countAscending : .countDescending
        return Int(try connection.rows(statement, parameters(Record.table, query)).number(0, 0))
    }

    func keys<Record: StoreRecord>(_ type: Record.Type, after key: String?, limit: Int) throws -> [String] {
        guard limit > 0, key.map(KeyRule.isValid) ?? true else { return [] }
        let rows = try connection.rows(
            .keys, [.text(Record.table), .text(KeyRule.start(after: key)), .number(Int64(limit))])
        return (0..<rows.count).map { rows.text($0, 0) }
    }

    func blob<Record: BlobRecord>(_ type: Record.Type, _ key: String) throws -> Data? {
        guard KeyRule.isValid(key) else { return nil }
        let rows = try connection.rows(.blob, [.text(Record.table), .text(key)])
        return rows.count > 0 ? rows.bytes(0, 0) : nil
    }

    // MARK: Writing

    func put(_ record: some StoreRecord) throws {
        let type = type(of: record)
        let entries = try record.checkedEntries()
        try connection.send(
            .put,
            [
                .text(type.table), .text(record.key), .number(Int64(type.schema)), .bytes(try coding.encode(record)),
                .texts(entries.map(\.index)), .texts(entries.map(\.group)), .numbers(entries.map(\.rank)),
            ], writing: type.table)
    }

    func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws {
        guard KeyRule.isValid(key) else { return }
        try connection.send(.delete, [.text(Record.table), .text(key)])
    }

    func putBlob<Record: BlobRecord>(_ bytes: Data, of type: Record.Type, _ key: String) throws {
        guard KeyRule.isValid(key) else { throw StoreError.unwritableRecord(table: Record.table) }
        try connection.send(.putBlob, [.text(Record.table), .text(key), .bytes(bytes)])
    }

    func announce(_ topic: String) { topics.insert(topic) }

    /// Sends the topics at the end of the transaction, one topic per line. If they exceed the maximum size, the
    /// notification is empty.
    func sendAnnouncements() throws {
        guard !topics.isEmpty else { return }
        let lines = topics.sorted().joined(separator: "\n")
        // An empty notification means that any topic may have changed.
        try connection.send(.announce, [.text(lines.utf8.count > Self.maxNotificationBytes ? "" : lines)])
    }

    // MARK: Rows

    private func records<Record: StoreRecord>(_ type: Record.Type, of rows: Rows) -> [Record] {
        (0..<rows.count).compactMap { row -> Record? in
            let (key, bytes, schema) = (rows.text(row, 0), rows.bytes(row, 3), Int(rows.number(row, 2)))
            return readable(key) {
                if row >= DecodedRecords.maxOfList { return try coding.decode(type, from: bytes, schema: schema) }
                return try decoded.record(type, key, from: bytes, schema: schema, by: coding)
            }
        }
    }

    private func readable<Record: StoreRecord>(_ key: String, _ read: () throws -> Record) -> Record? {
        do {
            return try read()
        } catch {
            quarantined.append(UnreadableRecord(table: Record.table, key: key))
            return nil
        }
    }

    private func parameters(_ table: String, _ query: IndexQuery) -> [Parameter] {
        // Every query needs a statement, but PostgreSQL rejects some texts of invalid queries. This query finds no
        // entries instead.
        let query = query.isValid ? query : IndexQuery("", order: query.order, limit: 0)
        let edge = Self.edge(of: query)
        return [
            .text(table), .text(query.index), .text(query.group), .number(query.ranks.lowerBound),
            .number(query.ranks.upperBound), .number(edge.rank), .text(edge.key),
            .number(Int64(max(0, query.limit))),
        ]
    }

    /// Returns the first position that an ascending query may list. For a descending query, returns the position before
    /// which it lists.
    private static func edge(of query: IndexQuery) -> IndexPosition {
        switch query.order {
        case .ascending:
            guard let after = query.after else { return IndexPosition(rank: .min, key: "") }
            return IndexPosition(rank: after.rank, key: KeyRule.start(after: after.key))
        case .descending:
            return query.after ?? IndexPosition(rank: .max, key: keyAfterAll)
        }
    }

    /// A text that sorts after all keys: the highest scalar value, with more bytes than a key can have.
    private static let keyAfterAll = String(repeating: "\u{10FFFF}", count: KeyRule.maxBytes / 4 + 1)
}
