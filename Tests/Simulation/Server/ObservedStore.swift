import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// The store as one process of the server sees it. The records belong to the store, so they survive the process.
///
/// After the end of the process every access fails, so that no request of an earlier process commits any more.
final class ObservedStore: BackendStore {
    private let store: MemoryStore
    private let life: ProcessLife
    private let time: VirtualTime
    private let blocks: BlockWatch
    private let mirror: ConversationMirror
    private let bug: PlantedBug?

    init(_ store: MemoryStore, life: ProcessLife, time: VirtualTime, wire: Wire, bug: PlantedBug?) {
        self.store = store
        self.life = life
        self.time = time
        (blocks, mirror) = (wire.blocks, wire.mirror)
        self.bug = bug
    }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        guard !life.hasEnded else { throw StoreError.unavailable }
        guard let bug else { return try await store.read(body) }
        return try await store.read { try body(FaultyReader($0, bug)) }
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        guard !life.hasEnded else { throw StoreError.unavailable }
        do {
            return try await store.transaction { [bug, life] engine in
                // The process may have ended while the transaction waited for its turn.
                guard !life.hasEnded else { throw StoreError.unavailable }
                let transaction = ObservedTransaction(engine, bug)
                let result = try body(transaction)
                if transaction.isForgotten { throw ForgottenResult(result: result) }
                self.note(transaction)
                return result
            }
        } catch let forgotten as ForgottenResult<Result> {
            return forgotten.result
        }
    }

    func changes() -> AsyncStream<StoreChange> { store.changes() }

    private func note(_ transaction: ObservedTransaction) {
        for block in transaction.blocks { blocks.add(block, at: time.now) }
        for key in transaction.removedBlocks { blocks.remove(key) }
        mirror.commit(transaction.records)
    }
}

/// The result of a transaction that a planted bug does not commit.
// A type of a generic function cannot be nested in the function.
private struct ForgottenResult<Result: Sendable>: Error {
    let result: Result
}

/// A transaction that records the blocks it adds and removes, and plants the faults of the store.
private final class ObservedTransaction: ForwardingTransaction {
    let transaction: any StoreTransaction
    private(set) var blocks: [BlockRecord] = []
    private(set) var removedBlocks: [String] = []
    /// The records that the transaction has put.
    private(set) var records: [any StoreRecord] = []
    /// Whether a planted bug drops the writes although the caller gets a result.
    private(set) var isForgotten = false
    private let bug: PlantedBug?

    init(_ transaction: any StoreTransaction, _ bug: PlantedBug?) {
        self.transaction = transaction
        self.bug = bug
    }

    func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
        if bug?.hides(Record.table) == true { return nil }
        return try transaction.get(type, key)
    }

    func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record] {
        if bug?.hides(Record.table) == true { return [:] }
        return try transaction.get(type, all: keys)
    }

    func put(_ record: some StoreRecord) throws {
        if let block = record as? BlockRecord { blocks.append(block) }
        guard let bug else {
            records.append(record)
            return try transaction.put(record)
        }
        if bug.forgets(record) { isForgotten = true }
        guard let changed = try bug.stored(record, in: transaction) else { return }
        records.append(changed)
        try transaction.put(changed)
    }

    func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws {
        if Record.self == BlockRecord.self { removedBlocks.append(key) }
        if bug?.keeps(Record.table) == true { return }
        try transaction.delete(type, key)
    }
}

/// A reader that plants the faults of the store.
private final class FaultyReader: ForwardingReader {
    let reader: any StoreReader
    private let bug: PlantedBug

    init(_ reader: any StoreReader, _ bug: PlantedBug) {
        self.reader = reader
        self.bug = bug
    }

    func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
        bug.hides(Record.table) ? nil : try reader.get(type, key)
    }

    func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record] {
        bug.hides(Record.table) ? [:] : try reader.get(type, all: keys)
    }
}
