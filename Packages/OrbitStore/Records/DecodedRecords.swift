public import Foundation

/// A cache of decoded records, for a store of bytes. Most requests read the same few records, such as the caller's
/// account.
///
/// Decoding a profile takes many times as long as comparing its bytes. A cached record is returned only for equal bytes
/// of an equal schema. So the result equals a new decoding, whichever server has written the record since.
///
/// The cache has a maximum size in bytes and evicts the least recently used records first.
///
/// ```swift
/// let decoded = DecodedRecords()
/// let coding = RecordCoding()
/// let book = try decoded.record(Book.self, "moby-dick", from: bytes, schema: Book.schema, by: coding)
/// ```
public final class DecodedRecords: Sendable {
    /// The number of records at the start of a list that a store reads through the cache. All records of a long list,
    /// such as a scan of a table, would evict the records that most requests read.
    public static let maxOfList = 64

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

    /// Creates an empty cache.
    ///
    /// - Parameter capacity: the maximum size of the encoded records, in bytes. Decoded records take several times as
    ///   much memory.
    public init(capacity: Int = 16 << 20) {
        entries = GenerationalCache(capacity: capacity) { $0.bytes.count }
    }

    /// Returns the record for the stored bytes, from the cache if possible.
    ///
    /// - Parameters:
    ///   - type: the type of the record.
    ///   - key: the key of the record in the table of its type.
    ///   - bytes: the encoded record.
    ///   - schema: the schema of the type that wrote the bytes.
    ///   - coding: decodes a record that is not cached.
    /// - Throws: The error of ``RecordCoding/decode(_:from:schema:)``.
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

    /// Removes all records. A store calls it in `removeDeletedBytes()`, because deleted records may be cached.
    public func removeAll() { entries.removeAll() }

    /// The size of the cached encoded records, in bytes.
    var size: Int { entries.size }
}
