import OrbitBackend
import Synchronization
import TimeAndChance

/// A store in memory that tells when it last committed, and how often it was asked.
final class WatchedStore: BackendStore {
    struct Calls {
        var log = 0
        var others = 0
    }

    private struct State {
        var calls = Calls()
        var committed = Duration.zero
    }

    private let store = MemoryStore()
    private let clock = SystemClock()
    private let state = Mutex(State())

    /// By the clock's uptime.
    var committed: Duration { state.withLock { $0.committed } }

    /// Since the last time.
    func takeCalls() -> Calls {
        state.withLock { state in
            defer { state.calls = Calls() }
            return state.calls
        }
    }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await store.read { try body(WatchedReader($0, count)) }
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        let result = try await store.transaction { try body(WatchedTransaction($0, count)) }
        state.withLock { $0.committed = clock.uptime }
        return result
    }

    private func count(_ table: String) {
        state.withLock { state in
            if table.hasPrefix("log_") { state.calls.log += 1 } else { state.calls.others += 1 }
        }
    }
}

private class WatchedReader: StoreReader {
    private let reader: any StoreReader
    let count: (String) -> Void

    init(_ reader: any StoreReader, _ count: @escaping (String) -> Void) {
        self.reader = reader
        self.count = count
    }

    func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
        count(Record.table)
        return try reader.get(type, key)
    }

    func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record] {
        count(Record.table)
        return try reader.get(type, all: keys)
    }

    func list<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [Record] {
        count(Record.table)
        return try reader.list(type, query)
    }
}

private final class WatchedTransaction: WatchedReader, StoreTransaction {
    private let transaction: any StoreTransaction

    init(_ transaction: any StoreTransaction, _ count: @escaping (String) -> Void) {
        self.transaction = transaction
        super.init(transaction, count)
    }

    func put(_ record: some StoreRecord) throws {
        count(type(of: record).table)
        try transaction.put(record)
    }

    func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws {
        count(Record.table)
        try transaction.delete(type, key)
    }
}
