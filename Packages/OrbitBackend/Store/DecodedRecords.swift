public import Foundation
import TimeAndChance

/// Records as they were decoded before, beside their bytes: for a store of bytes, which most requests ask for the same few
/// records, such as the caller's account. Decoding a profile costs many times what comparing its bytes does.
///
/// A record is taken from here only for equal bytes of an equal schema, so it is what decoding them would give, no
/// matter who has written meanwhile. It holds a bounded number of bytes; what was not asked for lately goes first.
///
/// ```swift
/// let decoded = DecodedRecords()
/// let coding = RecordCoding()
/// let book = try decoded.record(Book.self, "moby-dick", from: bytes, schema: Book.schema, by: coding)
/// ```
public final class DecodedRecords: Sendable {
    private struct Entry: Sendable {
        let bytes: Data
        let schema: Int
        let record: any StoreRecord
    }

    private struct Name: Hashable {
        let table: String
        let key: String
    }

    private struct Shelf {
        var recent: [Name: Entry] = [:]
        var bytes = 0
        /// What was recent before; what is asked for again moves back.
        var older: [Name: Entry] = [:]
    }

    private let shelf = LockedState(Shelf())
    private let capacity: Int

    /// Holds nothing yet.
    ///
    /// - Parameter capacity: the most bytes of records it holds; decoded, they take some times as much.
    public init(capacity: Int = 16 << 20) {
        self.capacity = max(0, capacity)
    }

    /// The record that was kept as these bytes. Throws what decoding throws.
    ///
    /// - Parameters:
    ///   - key: the record's, in the table of its type.
    ///   - schema: that of the type that wrote the bytes.
    public func record<Record: StoreRecord>(
        _ type: Record.Type, _ key: String, from bytes: Data, schema: Int, by coding: RecordCoding
    ) throws(StoreError) -> Record {
        let name = Name(table: Record.table, key: key)
        if let entry = entry(name), entry.schema == schema, entry.bytes == bytes, let record = entry.record as? Record {
            return record
        }
        let record = try coding.decode(type, from: bytes, schema: schema)
        keep(Entry(bytes: bytes, schema: schema, record: record), name)
        return record
    }

    /// How many bytes are held.
    var size: Int { shelf.withLock { $0.bytes + $0.older.values.reduce(0) { $0 + $1.bytes.count } } }

    private func entry(_ name: Name) -> Entry? {
        shelf.withLock { shelf in
            if let entry = shelf.recent[name] { return entry }
            guard let entry = shelf.older.removeValue(forKey: name) else { return nil }
            keep(entry, name, &shelf)
            return entry
        }
    }

    private func keep(_ entry: Entry, _ name: Name) { shelf.withLock { keep(entry, name, &$0) } }

    private func keep(_ entry: Entry, _ name: Name, _ shelf: inout Shelf) {
        shelf.older[name] = nil
        if let before = shelf.recent.removeValue(forKey: name) { shelf.bytes -= before.bytes.count }
        guard entry.bytes.count <= capacity / 2 else { return }
        if shelf.bytes + entry.bytes.count > capacity / 2 {
            (shelf.older, shelf.recent, shelf.bytes) = (shelf.recent, [:], 0)
        }
        shelf.recent[name] = entry
        shelf.bytes += entry.bytes.count
    }
}
