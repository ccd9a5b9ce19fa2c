public import Foundation

/// The form in which a store of bytes keeps records: JSON, beside which it keeps the number of its schema.
///
/// ```swift
/// let coding = RecordCoding()
/// let bytes = try coding.encode(record)
/// let same = try coding.decode(Book.self, from: bytes, schema: Book.schema)
/// ```
public struct RecordCoding: Sendable {
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()

    /// Is the same for all records.
    public init() {}

    /// The record's bytes, in the schema of its type. Throws ``StoreError/unwritableRecord(table:)`` if there are none, such as for
    /// a number that is none.
    public func encode<Record: StoreRecord>(_ record: Record) throws(StoreError) -> Data {
        do {
            return try encoder.encode(record)
        } catch {
            throw .unwritableRecord(table: Record.table)
        }
    }

    /// The record that was kept as these bytes.
    ///
    /// - Parameter schema: that of the type that wrote them; of a lower number than its own, the type reads them by
    ///   ``StoreRecord/init(from:schema:)``.
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
    /// A record of an earlier schema, whose number is the configuration.
    private struct Migrated<Record: StoreRecord>: DecodableWithConfiguration {
        let record: Record

        init(from decoder: any Decoder, configuration: Int) throws {
            record = try Record(from: decoder, schema: configuration)
        }
    }
}
