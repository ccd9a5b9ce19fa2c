import Foundation
import OrbitStore
import TimeAndChance

/// A store in memory that changes the result of one read.
final class AlteringStore: BackendStore {
    private struct State {
        var count = 0
        var numbers: [Int] = []
    }

    private let store = MemoryStore()
    private let altered: Int?
    private let state = LockedState(State())

    /// Creates an empty store.
    ///
    /// - Parameter number: The number of the read whose result changes, from 0; `nil` if no result changes.
    init(altering number: Int?) { altered = number }

    /// The numbers of all reads whose transactions have not thrown. Reads with only one possible result have no number.
    var numbers: [Int] { state.withLock { $0.numbers } }

    func changes() -> AsyncStream<StoreChange> { store.changes() }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await store.read { [self] reader in
            let reader = AlteringReader(reader, self)
            let result = try body(reader)
            add(reader.numbers)
            return result
        }
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await store.transaction { [self] engine in
            let transaction = AlteringTransaction(engine, self)
            let result = try body(transaction)
            add(transaction.numbers)
            return result
        }
    }

    private func add(_ numbers: [Int]) { state.withLock { $0.numbers += numbers } }

    /// Counts a read. Returns its number, and whether its result changes.
    fileprivate func countRead() -> (number: Int, isAltered: Bool) {
        state.withLock { state in
            defer { state.count += 1 }
            return (state.count, state.count == altered)
        }
    }
}

private class AlteringReader: ForwardingReader {
    let reader: any StoreReader
    private let store: AlteringStore
    private(set) var numbers: [Int] = []

    init(_ reader: any StoreReader, _ store: AlteringStore) { (self.reader, self.store) = (reader, store) }

    /// Counts a read. Returns whether its result changes.
    private func isAltered() -> Bool {
        let (number, isAltered) = store.countRead()
        numbers.append(number)
        return isAltered
    }

    /// A stored record, to add to an empty result.
    private func stored<Record: StoreRecord>(_ type: Record.Type) throws -> Record? {
        for key in try reader.keys(type, after: nil, limit: .max) {
            if let record = try? reader.get(type, key) { return record }  // another type of the table cannot be read
        }
        return nil
    }

    func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
        if let found = try reader.get(type, key) { return isAltered() ? nil : found }
        guard let record = try stored(type) else { return nil }
        return isAltered() ? record : nil
    }

    func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record] {
        var found = try reader.get(type, all: keys)
        if let key = found.keys.min() {
            if isAltered() { found[key] = nil }
        } else if let record = try stored(type), isAltered() {
            found[record.key] = record
        }
        return found
    }

    func list<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [Record] {
        let found = try reader.list(type, query)
        if !found.isEmpty { return isAltered() ? Array(found.dropFirst()) : found }
        guard let record = try stored(type) else { return [] }
        return isAltered() ? [record] : []
    }

    func list<Record: StoreRecord>(_ type: Record.Type, all queries: [IndexQuery]) throws -> [[Record]] {
        var lists = try reader.list(type, all: queries)
        guard isAltered() else { return lists }
        if let place = lists.firstIndex(where: { !$0.isEmpty }) {
            lists[place].removeFirst()
        } else {
            lists.append([])
        }
        return lists
    }

    func positions<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [IndexPosition] {
        let found = try reader.positions(type, query)
        guard isAltered() else { return found }
        return found.isEmpty ? [IndexPosition(rank: 0, key: "x")] : Array(found.dropFirst())
    }

    func count<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> Int {
        let count = try reader.count(type, query)
        return isAltered() ? count + 1 : count
    }

    func keys<Record: StoreRecord>(_ type: Record.Type, after key: String?, limit: Int) throws -> [String] {
        let found = try reader.keys(type, after: key, limit: limit)
        guard isAltered() else { return found }
        return found.isEmpty ? ["x"] : Array(found.dropFirst())
    }

    func blob<Record: BlobRecord>(_ type: Record.Type, _ key: String) throws -> Data? {
        let found = try reader.blob(type, key)
        guard isAltered() else { return found }
        return found == nil ? Data([9]) : nil
    }

    var quarantined: [UnreadableRecord] {
        let found = reader.quarantined
        guard isAltered() else { return found }
        return found.isEmpty ? [UnreadableRecord(table: "x", key: "x")] : []
    }
}

private final class AlteringTransaction: AlteringReader, StoreTransaction {
    private let engine: any StoreTransaction

    init(_ engine: any StoreTransaction, _ store: AlteringStore) {
        self.engine = engine
        super.init(engine, store)
    }

    func put(_ record: some StoreRecord) throws { try engine.put(record) }

    func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws { try engine.delete(type, key) }

    func putBlob<Record: BlobRecord>(_ bytes: Data, of type: Record.Type, _ key: String) throws {
        try engine.putBlob(bytes, of: type, key)
    }

    func announce(_ topic: String) { engine.announce(topic) }
}
