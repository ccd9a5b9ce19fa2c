public import Foundation

/// The encoding of records in a store of bytes: JSON. The store keeps the number of the schema with the bytes.
///
/// ```swift
/// let coding = RecordCoding()
/// let bytes = try coding.encode(record)
/// let same = try coding.decode(Book.self, from: bytes, schema: Book.schema)
/// ```
public struct RecordCoding: Sendable {
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()

    /// Creates a coding, for records of all types.
    public init() {}

    /// Returns the record's bytes, in the schema of its type.
    ///
    /// - Throws: ``StoreError/unwritableRecord(table:)`` if encoding fails, for example on NaN.
    public func encode<Record: StoreRecord>(_ record: Record) throws(StoreError) -> Data {
        do {
            return try encoder.encode(record)
        } catch {
            throw .unwritableRecord(table: Record.table)
        }
    }

    /// Returns the record for the stored bytes.
    ///
    /// - Parameters:
    ///   - type: the type of the record.
    ///   - bytes: the encoded record.
    ///   - schema: the schema of the type that wrote the bytes. The type decodes a lower schema with
    ///     ``StoreRecord/init(from:schema:)``.
    /// - Throws: ``StoreError/newerSchema(table:)`` if `schema` is higher than the type's schema.
    ///   ``StoreError/unreadableRecord(table:)`` if decoding fails.
    public func decode<Record: StoreRecord>(
        _ type: Record.Type, from bytes: Data, schema: Int
    ) throws(StoreError) -> Record {
        guard schema <= Record.schema else { throw .newerSchema(table: Record.table) }
        do {
            if schema == Record.schema { return try decoder.decode(type, from: bytes) }
            return try decoder.decode(Migrated<Record>.self, from: bytes, configuration: schema).record
        } catch {
            throw .unreadableRecord(table: Record.table)
        }
    }
}

extension RecordCoding {
    /// A record of an earlier schema. The configuration is the number of that schema.
    private struct Migrated<Record: StoreRecord>: DecodableWithConfiguration {
        let record: Record

        init(from decoder: any Decoder, configuration: Int) throws {
            record = try Record(from: decoder, schema: configuration)
        }
    }
}
