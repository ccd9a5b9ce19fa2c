public import Foundation

/// A decorator that forwards every requirement to another reader. Implement only the methods that differ.
///
/// ```swift
/// final class CountingReader: ForwardingReader {
///     let reader: any StoreReader
///     private(set) var lists = 0
///
///     init(_ reader: any StoreReader) { self.reader = reader }
///
///     func list<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [Record] {
///         lists += 1
///         return try reader.list(type, query)
///     }
/// }
/// ```
public protocol ForwardingReader: StoreReader {
    /// The reader that receives the calls.
    var reader: any StoreReader { get }
}

extension ForwardingReader {
    /// Forwards to ``reader``.
    public func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
        try reader.get(type, key)
    }

    /// Forwards to ``reader``.
    public func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record] {
        try reader.get(type, all: keys)
    }

    /// Forwards to ``reader``.
    public func list<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [Record] {
        try reader.list(type, query)
    }

    /// Forwards to ``reader``.
    public func list<Record: StoreRecord>(_ type: Record.Type, all queries: [IndexQuery]) throws -> [[Record]] {
        try reader.list(type, all: queries)
    }

    /// Forwards to ``reader``.
    public func positions<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [IndexPosition] {
        try reader.positions(type, query)
    }

    /// Forwards to ``reader``.
    public func count<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> Int {
        try reader.count(type, query)
    }

    /// Forwards to ``reader``.
    public func keys<Record: StoreRecord>(_ type: Record.Type, after key: String?, limit: Int) throws -> [String] {
        try reader.keys(type, after: key, limit: limit)
    }

    /// Forwards to ``reader``.
    public func blob<Record: BlobRecord>(_ type: Record.Type, _ key: String) throws -> Data? {
        try reader.blob(type, key)
    }

    /// Forwards to ``reader``.
    public var quarantined: [UnreadableRecord] { reader.quarantined }
}

/// A decorator that forwards every requirement to another transaction. Implement only the methods that differ.
public protocol ForwardingTransaction: ForwardingReader, StoreTransaction {
    /// The transaction that receives the calls.
    var transaction: any StoreTransaction { get }
}

extension ForwardingTransaction {
    /// The ``transaction``.
    public var reader: any StoreReader { transaction }

    /// Forwards to ``transaction``.
    public func put(_ record: some StoreRecord) throws { try transaction.put(record) }

    /// Forwards to ``transaction``.
    public func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws {
        try transaction.delete(type, key)
    }

    /// Forwards to ``transaction``.
    public func putBlob<Record: BlobRecord>(_ bytes: Data, of type: Record.Type, _ key: String) throws {
        try transaction.putBlob(bytes, of: type, key)
    }

    /// Forwards to ``transaction``.
    public func announce(_ topic: String) { transaction.announce(topic) }
}
