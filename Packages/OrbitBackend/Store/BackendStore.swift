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
}

/// The records as one transaction sees them, its own writes included.
public protocol StoreReader: AnyObject {
    /// The record with the key; `nil` if there is none.
    func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record?

    /// The records with the keys, by key, as far as there are any. A store that is asked over a network should ask once;
    /// unless it says otherwise, it asks for one after the other.
    func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record]

    /// The records whose entries the query covers, in its order.
    func list<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [Record]
}

extension StoreReader {
    /// One after the other.
    public func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record] {
        try keys.reduce(into: [:]) { found, key in
            if found[key] == nil { found[key] = try get(type, key) }
        }
    }
}

/// A transaction that may write. It ends when its body returns: keep no reference to it.
public protocol StoreTransaction: StoreReader {
    /// Inserts the record, or replaces the record with its key, index entries included.
    func put(_ record: some StoreRecord) throws

    /// Removes the record with the key, if there is one.
    func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws
}
