public import Foundation

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

    private let entries: GenerationalCache<Name, Entry>

    /// Holds nothing yet.
    ///
    /// - Parameter capacity: the most bytes of records it holds; decoded, they take some times as much.
    public init(capacity: Int = 16 << 20) {
        entries = GenerationalCache(capacity: capacity) { $0.bytes.count }
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
        if let entry = entries[name], entry.schema == schema, entry.bytes == bytes, let record = entry.record as? Record
        {
            return record
        }
        let record = try coding.decode(type, from: bytes, schema: schema)
        entries[name] = Entry(bytes: bytes, schema: schema, record: record)
        return record
    }

    /// How many bytes are held.
    var size: Int { entries.size }
}
