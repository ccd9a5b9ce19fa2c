public import Foundation

/// A transactional store of records and blobs. It separates the backend from the database.
///
/// An implementation
/// - runs transactions serializably, for any number of servers on the database;
/// - commits all writes of a body, or, if the body throws, no write, and rethrows the body's error;
/// - throws ``StoreError`` if the store itself fails;
/// - returns from `transaction` only after the commit is durable. ``MemoryStore`` is the exception: it stores nothing
///   outside its process.
///
/// Bodies are synchronous and short, and have no effects outside the store, because a store may run a body again after
/// a conflict. The store decides where a body runs. It may be the actor of the caller, so call a store outside of the
/// main actor. A store with an asynchronous driver runs bodies on its own thread.
public protocol BackendStore: Sendable {
    /// Runs `body` on one consistent snapshot, possibly concurrently with other bodies.
    ///
    /// - Parameter body: the reads. It may run more than once.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, or ``StoreError`` if the store fails.
    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result

    /// Runs `body` and commits its writes.
    ///
    /// - Parameter body: the reads and writes. It may run more than once.
    /// - Returns: The result of `body`, after its writes are durable.
    /// - Throws: The error of `body`, or ``StoreError`` if the store fails. No write is committed then, unless the
    ///   store documents an exception for ``StoreError/unavailable``.
    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result

    /// Returns the topics that transactions announce from this call on, once they are committed.
    ///
    /// Transactions of every server on the database are included (``StoreTransaction/announce(_:)``). A change only
    /// wakes subscribers, which then read the new records from the store.
    func changes() -> AsyncStream<StoreChange>

    /// Removes the bytes of deleted records from the caches and files of the store, as far as the database can.
    ///
    /// The backend calls it after an erasure and once a day. A store without caches and files needs no implementation.
    ///
    /// - Throws: ``StoreError/unavailable`` if readers or other processes prevent the removal. The backend then calls
    ///   it again later.
    func removeDeletedBytes() async throws
}

extension BackendStore {
    /// Does nothing.
    public func removeDeletedBytes() async throws {}
}

/// The records as one transaction sees them, including its own writes.
///
/// Keys, and the indexes and groups of entries, are valid by ``KeyRule``, which also defines their order. A read with
/// a control character or with a text that is too long finds no record.
public protocol StoreReader: AnyObject {
    /// Returns the record with the key.
    ///
    /// - Parameters:
    ///   - type: the type of the record, which determines the table.
    ///   - key: the key in the table.
    /// - Returns: The record; `nil` if the table has no such key.
    /// - Throws: ``StoreError/unreadableRecord(table:)`` if the record cannot be read, and
    ///   ``StoreError/newerSchema(table:)`` if a later version has written it.
    func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record?

    /// Returns the records with the keys. Records that cannot be read are left out and added to ``quarantined``.
    ///
    /// A store that is reached over a network should send one query. The default implementation looks up one key after
    /// the other, and throws at the first unreadable record. It is only for a store whose records are always readable.
    ///
    /// - Parameters:
    ///   - type: the type of the records, which determines the table.
    ///   - keys: the keys in the table. Keys may be repeated or missing from the table.
    /// - Returns: The records that were found, by key.
    /// - Throws: ``StoreError`` if the store fails.
    func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record]

    /// Returns the records whose entries match the query, in its order.
    ///
    /// Records that cannot be read are left out and added to ``quarantined``. They do not count toward the limit.
    ///
    /// - Parameters:
    ///   - type: the type of the records, which determines the table.
    ///   - query: the entries to match.
    /// - Returns: At most `query.limit` records.
    /// - Throws: ``StoreError`` if the store fails.
    func list<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [Record]

    /// Returns the records of several queries at once.
    ///
    /// - Parameters:
    ///   - type: the type of the records, which determines the table.
    ///   - queries: the entries to match.
    /// - Returns: The result of ``list(_:_:)`` for each query, in the order of `queries`.
    /// - Throws: ``StoreError`` if the store fails.
    func list<Record: StoreRecord>(_ type: Record.Type, all queries: [IndexQuery]) throws -> [[Record]]

    /// Returns the positions of the entries that match the query, in its order. It reads no records, so unreadable
    /// records are included. The default implementation reads the records and leaves out those that are unreadable. It
    /// is only for a store whose records are always readable.
    ///
    /// - Parameters:
    ///   - type: the type of the records, which determines the table.
    ///   - query: the entries to match.
    /// - Returns: At most `query.limit` positions.
    /// - Throws: ``StoreError`` if the store fails.
    func positions<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [IndexPosition]

    /// Returns the number of entries that match the query, up to its limit. It reads no records, so unreadable records
    /// are counted. The default implementation counts ``positions(_:_:)``.
    ///
    /// - Parameters:
    ///   - type: the type of the records, which determines the table.
    ///   - query: the entries to match.
    /// - Throws: ``StoreError`` if the store fails.
    func count<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> Int

    /// Returns a page of the keys of a table, in ascending order. It reads no records, so unreadable records and
    /// records without index entries are included.
    ///
    /// It serves tools that read a whole table, such as a check of the store. Requests use index queries.
    ///
    /// - Parameters:
    ///   - type: the type of the records, which determines the table.
    ///   - key: the last key of the previous page; `nil` for the first page. The record with this key may have been
    ///     deleted.
    ///   - limit: the maximum number of keys. A limit below 1 returns no keys.
    /// - Returns: At most `limit` keys.
    /// - Throws: ``StoreError`` if the store fails.
    func keys<Record: StoreRecord>(_ type: Record.Type, after key: String?, limit: Int) throws -> [String]

    /// Returns the blob of the record with the key.
    ///
    /// - Parameters:
    ///   - type: the type of the record, which determines the table.
    ///   - key: the key of the record in the table.
    /// - Returns: The bytes; `nil` if no blob is stored for the key.
    /// - Throws: ``StoreError`` if the store fails.
    func blob<Record: BlobRecord>(_ type: Record.Type, _ key: String) throws -> Data?

    /// The unreadable records that this transaction has left out so far.
    ///
    /// A decorator may add the records for which ``get(_:_:)`` has thrown, as the backend's store does.
    var quarantined: [UnreadableRecord] { get }
}

extension StoreReader {
    /// Looks up one key after the other, and throws at the first unreadable record. A store whose records can be
    /// unreadable implements this method itself.
    public func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record] {
        try keys.reduce(into: [:]) { found, key in
            if found[key] == nil { found[key] = try get(type, key) }
        }
    }

    /// Runs ``list(_:_:)`` for one query after the other.
    public func list<Record: StoreRecord>(_ type: Record.Type, all queries: [IndexQuery]) throws -> [[Record]] {
        try queries.map { try list(type, $0) }
    }

    /// Derives the positions from ``list(_:_:)``, so unreadable records are missing. A store whose records can be
    /// unreadable implements this method itself.
    public func positions<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [IndexPosition] {
        try list(type, query).compactMap { record in
            record.indexEntries.first {
                $0.index == query.index && $0.group == query.group && query.ranks.contains($0.rank)
            }.map { IndexPosition(rank: $0.rank, key: record.key) }
        }
    }

    /// Counts ``positions(_:_:)``.
    public func count<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> Int {
        try positions(type, query).count
    }

    /// An empty array, for a store that leaves out no records.
    public var quarantined: [UnreadableRecord] { [] }
}

/// A transaction that can write. It ends when its body returns, so do not keep a reference to it.
public protocol StoreTransaction: StoreReader {
    /// Inserts the record, or replaces the record with the same key, including its index entries. A blob of the record
    /// remains.
    ///
    /// - Parameter record: the new record.
    /// - Throws: ``StoreError/newerSchema(table:)`` if a later version has written the stored record, because a
    ///   replacement would lose its new values. ``StoreError/unwritableRecord(table:)`` if the key or an entry is not
    ///   valid by ``KeyRule``.
    func put(_ record: some StoreRecord) throws

    /// Removes the record with the key and its blob, if they exist.
    ///
    /// - Parameters:
    ///   - type: the type of the record, which determines the table.
    ///   - key: the key in the table.
    /// - Throws: ``StoreError`` if the store fails.
    func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws

    /// Stores the blob of the record with the key, and replaces an earlier blob.
    ///
    /// Also put the record: a blob is deleted together with its record.
    ///
    /// - Parameters:
    ///   - bytes: the blob.
    ///   - type: the type of the record, which determines the table.
    ///   - key: the key of the record in the table.
    /// - Throws: ``StoreError/unwritableRecord(table:)`` if the key is not valid by ``KeyRule``.
    func putBlob<Record: BlobRecord>(_ bytes: Data, of type: Record.Type, _ key: String) throws

    /// Sends the topic to the subscribers of ``BackendStore/changes()`` once this transaction is committed.
    ///
    /// - Parameter topic: the name of the changed data, in printable ASCII.
    func announce(_ topic: String)
}
