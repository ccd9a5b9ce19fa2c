import Foundation
import NetworkingTesting
import OrbitStore
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// Counts the reads of whole campuses, runs an action during the next such read, and fails these reads on request.
struct WholeCampusStore: BackendStore {
    private struct State {
        var readings = 0
        var fails = false
        var action: (@Sendable () async throws -> Void)?
    }

    private let store: any BackendStore
    private let state = LockedState(State())

    init(_ store: any BackendStore = MemoryStore()) {
        self.store = store
    }

    var readings: Int { state.withLock { $0.readings } }

    func fail(_ fails: Bool) { state.withLock { $0.fails = fails } }

    func runDuringNextRead(_ action: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.action = action }
    }

    func changes() -> AsyncStream<StoreChange> { store.changes() }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        let (result, isWhole) = try await store.read { base in
            let reader = Reader(base)
            return (try body(reader), reader.hasReadAll)
        }
        guard isWhole else { return result }
        let (fails, action) = state.withLock { state in
            state.readings += 1
            defer { state.action = nil }
            return (state.fails, state.action)
        }
        try await action?()
        if fails { throw StoreError.unavailable }
        return result
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await store.transaction(body)
    }
}

private final class Reader: ForwardingReader {
    let reader: any StoreReader
    private(set) var hasReadAll = false

    init(_ reader: any StoreReader) {
        self.reader = reader
    }

    func list<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [Record] {
        hasReadAll = hasReadAll || query.index == AccountRecord.changes && query.ranks.lowerBound == .min
        return try reader.list(type, query)
    }
}
