import Foundation
import OrbitStore

/// The encoded records of a store, with their index entries and blobs.
struct SnapshotTables: Codable, Sendable {
    /// A stored record.
    struct Row: Codable, Sendable {
        /// The schema of the type that wrote the bytes.
        let schema: Int
        let bytes: Data
        let entries: [Entry]
    }

    /// The entry of a record in an index.
    struct Entry: Codable, Sendable {
        let index: String
        let group: String
        let rank: Int64

        init(_ entry: IndexEntry) { (index, group, rank) = (entry.index, entry.group, entry.rank) }
    }

    /// The records by table and key.
    var rows: [String: [String: Row]] = [:]
    /// The blobs by table and key.
    var blobs: [String: [String: Data]] = [:]

    /// Decodes a snapshot, or creates empty tables without a snapshot.
    init(snapshot: Data?) throws(StoreError) {
        guard let snapshot else { return }
        do {
            self = try JSONDecoder().decode(Self.self, from: snapshot)
        } catch {
            throw .damaged
        }
    }

    func encoded() throws(StoreError) -> Data {
        do {
            return try JSONEncoder().encode(self)
        } catch {
            throw .damaged
        }
    }

    /// Returns all positions that match the query, regardless of its limit. It reads each row of the table.
    func positions(in table: String, _ query: IndexQuery) -> [IndexPosition] {
        guard query.isValid, query.limit > 0, let rows = self.rows[table] else { return [] }
        var found: Set<IndexPosition> = []
        for (key, row) in rows {
            for entry in row.entries
            where entry.index == query.index && entry.group == query.group && query.ranks.contains(entry.rank) {
                found.insert(IndexPosition(rank: entry.rank, key: key))
            }
        }
        switch query.order {
        case .ascending: return found.sorted().filter { position in query.after.map { $0 < position } ?? true }
        case .descending: return found.sorted(by: >).filter { position in query.after.map { $0 > position } ?? true }
        }
    }
}
