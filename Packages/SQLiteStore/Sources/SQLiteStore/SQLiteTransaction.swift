import Foundation
import GRDB
import OrbitStore

/// A transaction of the store, in its own savepoint.
final class SQLiteTransaction: SQLiteReader, StoreTransaction {
    private(set) var topics: Set<String> = []

    func put(_ record: some StoreRecord) throws {
        let (type, key) = (type(of: record), record.key)
        let body = try coding.encode(record)
        let entries = StoredEntries(try record.checkedEntries())
        let statement = try db.cachedStatement(
            sql: "SELECT id, schema, entries FROM records WHERE tbl = ? AND key = ?")
        guard let before = try Row.fetchOne(statement, arguments: [type.table, key]) else {
            try execute(
                "INSERT INTO records (tbl, key, schema, body, entries) VALUES (?, ?, ?, ?, ?)",
                [type.table, key, type.schema, body, entries.text])
            let id = db.lastInsertedRowID
            for entry in entries.all { try insert(entry, type.table, key, id) }
            return
        }
        let (id, schema): (Int64, Int) = (try before.value(0), try before.value(1))
        guard schema <= type.schema else { throw StoreError.newerSchema(table: type.table) }
        try execute(
            "UPDATE records SET schema = ?, body = ?, entries = ? WHERE id = ?", [type.schema, body, entries.text, id])
        let old = StoredEntries(text: try before.value(2))
        guard old.text != entries.text else { return }
        let (gone, new) = (Set(old.all).subtracting(entries.all), Set(entries.all).subtracting(old.all))
        for entry in gone { try remove(entry, type.table, key) }
        for entry in new { try insert(entry, type.table, key, id) }
    }

    func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws {
        guard KeyRule.isValid(key) else { return }
        let statement = try db.cachedStatement(sql: "DELETE FROM records WHERE tbl = ? AND key = ? RETURNING entries")
        if let row = try Row.fetchOne(statement, arguments: [Record.table, key]) {
            for entry in StoredEntries(text: try row.value(0)).all { try remove(entry, Record.table, key) }
        }
        if Record.self is any BlobRecord.Type {
            try execute("DELETE FROM blobs WHERE tbl = ? AND key = ?", [Record.table, key])
        }
    }

    func putBlob<Record: BlobRecord>(_ bytes: Data, of type: Record.Type, _ key: String) throws {
        guard KeyRule.isValid(key) else { throw StoreError.unwritableRecord(table: Record.table) }
        try execute("INSERT OR REPLACE INTO blobs (tbl, key, bytes) VALUES (?, ?, ?)", [Record.table, key, bytes])
    }

    func announce(_ topic: String) { topics.insert(topic) }

    /// Writes the announced topics to the table of changes, for other processes.
    func close(server: String) throws {
        guard !topics.isEmpty else { return }
        try execute(
            "INSERT INTO changes (server, topics) VALUES (?, ?)", [server, topics.sorted().joined(separator: "\n")])
        let last = db.lastInsertedRowID
        guard last % ChangeFollower.batch == 0 else { return }
        try execute("DELETE FROM changes WHERE id <= ?", [last - ChangeFollower.kept])
    }

    private func insert(_ entry: IndexEntry, _ table: String, _ key: String, _ id: Int64) throws {
        try execute(
            "INSERT INTO entries (tbl, idx, grp, rank, key, record) VALUES (?, ?, ?, ?, ?, ?)",
            [table, entry.index, entry.group, entry.rank, key, id])
    }

    private func remove(_ entry: IndexEntry, _ table: String, _ key: String) throws {
        try execute(
            "DELETE FROM entries WHERE tbl = ? AND idx = ? AND grp = ? AND rank = ? AND key = ?",
            [table, entry.index, entry.group, entry.rank, key])
    }

    private func execute(_ sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

extension SQLiteTransaction {
    /// The index entries of a record as text, which is stored with the record.
    ///
    /// An update writes only the entries that differ, and a deletion finds the entries of an unreadable record. Control
    /// characters separate the parts, which contain no control characters.
    private struct StoredEntries {
        let all: [IndexEntry]
        let text: String

        init(_ entries: [IndexEntry]) {
            var seen: Set<IndexEntry> = []
            all = entries.filter { seen.insert($0).inserted }
            text = all.map { "\($0.index)\u{1F}\($0.group)\u{1F}\($0.rank)" }.joined(separator: "\u{1E}")
        }

        init(text: String) {
            self.text = text
            all = text.split(separator: "\u{1E}").compactMap { entry in
                let parts = entry.split(separator: "\u{1F}", omittingEmptySubsequences: false).map { String($0) }
                guard parts.count == 3, let rank = Int64(parts[2]) else { return nil }
                return IndexEntry(parts[0], group: parts[1], rank: rank)
            }
        }
    }
}
