import OrbitStore
import Testing
import TimeAndChance

@testable import CampusServer

/// A store in memory whose transactions fail while an error is set.
private struct FailingStore: BackendStore {
    let store = MemoryStore()
    let error = LockedState<StoreError?>(nil)

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await store.read(body)
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        if let error = error.withLock({ $0 }) { throw error }
        return try await store.transaction(body)
    }

    func changes() -> AsyncStream<StoreChange> { store.changes() }
}

@Suite struct MeasuredStoreTests {
    @Test(arguments: [StoreError.full, .readOnly, .unavailable, .damaged])
    func `after a failed write the probe fails until the store can be written`(_ error: StoreError) async throws {
        let failing = FailingStore()
        let store = MeasuredStore(store: failing)
        failing.error.withLock { $0 = error }
        try await store.probe()
        await #expect(throws: error) { try await store.transaction { _ in } }
        await #expect(throws: error) { try await store.probe() }
        failing.error.withLock { $0 = nil }
        try await store.transaction { _ in }
        try await store.probe()
    }

    @Test func `an unreadable record does not make the probe fail`() async throws {
        let failing = FailingStore()
        let store = MeasuredStore(store: failing)
        let error = StoreError.unreadableRecord(table: "notes")
        failing.error.withLock { $0 = error }
        await #expect(throws: error) { try await store.transaction { _ in } }
        try await store.probe()
    }
}
