import OrbitStore
import TimeAndChance

/// A store that counts its calls, and knows whether it can be written.
package struct MeasuredStore: BackendStore {
    /// The failures that affect more than single records.
    private static let failures: Set<StoreError> = [.unavailable, .readOnly, .full, .damaged]

    private let store: any BackendStore
    private let metrics: ServerMetrics
    private let time: any TimeSource
    private let hasFailedWrite = LockedState(false)

    /// - Parameters:
    ///   - store: The store.
    ///   - metrics: The metrics of the calls.
    ///   - time: The clock of durations.
    package init(
        store: any BackendStore, metrics: ServerMetrics = ServerMetrics(factory: PrometheusRegistry()),
        time: any TimeSource = SystemClock()
    ) {
        (self.store, self.metrics, self.time) = (store, metrics, time)
    }

    /// Reads the store. After a failed transaction, writes to it as well, until a write succeeds.
    ///
    /// - Throws: The error of the store.
    func probe() async throws {
        try await read { _ in }
        guard hasFailedWrite.withLock({ $0 }) else { return }
        // The topic has no subscriber. An empty transaction would succeed without space on the disk.
        try await transaction { $0.announce("ready") }
        hasFailedWrite.withLock { $0 = false }
    }

    package func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await measure("read") { try await store.read(body) }
    }

    package func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        do {
            return try await measure("transaction") { try await store.transaction(body) }
        } catch let error as StoreError {
            if Self.failures.contains(error) { hasFailedWrite.withLock { $0 = true } }
            throw error
        }
    }

    package func changes() -> AsyncStream<StoreChange> { store.changes() }

    package func removeDeletedBytes() async throws {
        try await measure("remove_deleted_bytes") { try await store.removeDeletedBytes() }
    }

    /// Only failures of the store count as failed. The closure of a caller also throws to refuse a request.
    private func measure<Result>(_ operation: String, _ call: () async throws -> Result) async throws -> Result {
        let start = time.uptime
        do {
            let result = try await call()
            metrics.countStoreCall(operation, failed: false, duration: time.uptime - start)
            return result
        } catch {
            metrics.countStoreCall(operation, failed: error is StoreError, duration: time.uptime - start)
            throw error
        }
    }
}
