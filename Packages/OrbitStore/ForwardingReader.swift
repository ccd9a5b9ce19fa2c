public import Foundation

/// A reader that stands before another, and says only what it does otherwise.
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
    /// The one behind it.
    var reader: any StoreReader { get }
}

extension ForwardingReader {
    /// As the one behind it does.
    public func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
        try reader.get(type, key)
    }

    /// As the one behind it does.
    public func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record] {
        try reader.get(type, all: keys)
    }

    /// As the one behind it does.
    public func list<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [Record] {
        try reader.list(type, query)
    }

    /// As the one behind it does.
    public func list<Record: StoreRecord>(_ type: Record.Type, all queries: [IndexQuery]) throws -> [[Record]] {
        try reader.list(type, all: queries)
    }

    /// As the one behind it does.
    public func keys<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [IndexPosition] {
        try reader.keys(type, query)
    }

    /// As the one behind it does.
    public func count<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> Int {
        try reader.count(type, query)
    }

    /// As the one behind it does.
    public func blob<Record: BlobRecord>(_ type: Record.Type, _ key: String) throws -> Data? {
        try reader.blob(type, key)
    }

    /// As the one behind it does.
    public var setAside: [UnreadableRecord] { reader.setAside }
}

/// A transaction that stands before another, and says only what it does otherwise.
public protocol ForwardingTransaction: ForwardingReader, StoreTransaction {
    /// The one behind it.
    var engine: any StoreTransaction { get }
}

extension ForwardingTransaction {
    /// The ``engine``.
    public var reader: any StoreReader { engine }

    /// As the one behind it does.
    public func put(_ record: some StoreRecord) throws { try engine.put(record) }

    /// As the one behind it does.
    public func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws {
        try engine.delete(type, key)
    }

    /// As the one behind it does.
    public func putBlob<Record: BlobRecord>(_ bytes: Data, of type: Record.Type, _ key: String) throws {
        try engine.putBlob(bytes, of: type, key)
    }

    /// As the one behind it does.
    public func announce(_ topic: String) { engine.announce(topic) }
}
