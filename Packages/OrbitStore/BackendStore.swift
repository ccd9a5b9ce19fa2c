public import Foundation

/// Where the backend keeps everything it knows: the seam behind which a database stands.
///
/// An implementation
/// - runs transactions as if one after the other (serialisable), whatever the number of servers on it;
/// - commits all that a body did, or, if the body throws, nothing, and rethrows the body's error;
/// - throws ``StoreError`` when it is itself the reason;
/// - returns from `transaction` only when what was committed survives a crash, as far as it keeps
///   anything at all (``MemoryStore`` does not).
///
/// Bodies are synchronous and short, and have no effect but on the store: an engine may run one again
/// after a conflict. An engine with an asynchronous driver runs them on a thread of its own.
public protocol BackendStore: Sendable {
    /// Runs `body` on one consistent state; it may run beside others.
    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result

    /// Runs `body` and commits what it wrote.
    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result

    /// What transactions announce from this call on (``StoreTransaction/announce(_:)``), once they are committed, whichever
    /// server on the database they are of. It is for waking those who wait: what has changed is read from the store.
    func changes() -> AsyncStream<StoreChange>

    /// Removes the bytes of deleted records from the files of the store, as far as the engine can. It is called after an
    /// erasure and once a day.
    ///
    /// A store without files of its own needs no implementation.
    ///
    /// - Throws: ``StoreError/unavailable`` if readers or other processes keep it from it; it is called again later.
    func removeTraces() async throws
}

extension BackendStore {
    /// Does nothing.
    public func removeTraces() async throws {}
}

/// The records as one transaction sees them, its own writes included.
///
/// Keys, and the indexes and groups of entries, are printable ASCII, and ordered as such: a read with a control
/// character, or with too long a text, finds nothing (``StoreName``).
public protocol StoreReader: AnyObject {
    /// The record with the key; `nil` if there is none. Throws ``StoreError/unreadableRecord(table:)`` if it cannot be
    /// read, and ``StoreError/newerSchema(table:)`` if a later version has written it.
    func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record?

    /// The records with the keys, by key, as far as there are any and they can be read; others are ``setAside``. A store
    /// that is asked over a network should ask once; unless it says otherwise, it asks for one after the other.
    func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record]

    /// The records whose entries the query covers, in its order. Those that cannot be read are left out and ``setAside``,
    /// and do not count for the limit: the others go on without them.
    func list<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [Record]

    /// The records of several queries at once: for each query those that ``list(_:_:)`` gives for it, in the order of the
    /// queries.
    func list<Record: StoreRecord>(_ type: Record.Type, all queries: [IndexQuery]) throws -> [[Record]]

    /// Where the records that the query covers stand, in its order, whether they can be read or not. It reads none.
    func keys<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [IndexPosition]

    /// How many records the query covers, no more than its limit, whether they can be read or not. It reads none.
    func count<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> Int

    /// The blob beside the record with the key; `nil` if there is none.
    func blob<Record: BlobRecord>(_ type: Record.Type, _ key: String) throws -> Data?

    /// What could not be read and was left out so far, in this transaction.
    var setAside: [UnreadableRecord] { get }
}

extension StoreReader {
    /// One after the other. What cannot be read makes all fail: a store whose records can be spoilt has its own.
    public func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record] {
        try keys.reduce(into: [:]) { found, key in
            if found[key] == nil { found[key] = try get(type, key) }
        }
    }

    /// One after the other.
    public func list<Record: StoreRecord>(_ type: Record.Type, all queries: [IndexQuery]) throws -> [[Record]] {
        try queries.map { try list(type, $0) }
    }

    /// Of the records themselves, so without those that cannot be read: a store whose records can be spoilt has its own.
    public func keys<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [IndexPosition] {
        try list(type, query).compactMap { record in
            record.indexEntries.first {
                $0.index == query.index && $0.group == query.group && query.ranks.contains($0.rank)
            }.map { IndexPosition(rank: $0.rank, key: record.key) }
        }
    }

    /// Counts ``keys(_:_:)``.
    public func count<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> Int {
        try keys(type, query).count
    }

    /// Nothing: for a store that leaves nothing out.
    public var setAside: [UnreadableRecord] { [] }
}

/// A transaction that may write. It ends when its body returns: keep no reference to it.
public protocol StoreTransaction: StoreReader {
    /// Inserts the record, or replaces the record with its key, index entries included. What stands beside the record as a
    /// blob stays.
    ///
    /// Throws ``StoreError/newerSchema(table:)`` if a later version has written the record with the key: what that has
    /// added would be lost. Throws ``StoreError/unwritableRecord(table:)`` for a key or an entry that is not a valid
    /// ``StoreName``.
    func put(_ record: some StoreRecord) throws

    /// Removes the record with the key, if there is one, and its blob.
    func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws

    /// Keeps bytes beside the record with the key, in the place of those before. Put the record as well: with it they go.
    ///
    /// Throws ``StoreError/unwritableRecord(table:)`` for a key that is not a valid ``StoreName``.
    func putBlob<Record: BlobRecord>(_ bytes: Data, of type: Record.Type, _ key: String) throws

    /// Says to those who follow ``BackendStore/changes()`` that something of this name has changed, once this is committed.
    ///
    /// - Parameter topic: printable ASCII.
    func announce(_ topic: String)
}
