import NetworkingTesting
import OrbitStore
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// Runs another action right after one of the reads and transactions of a request.
final class InterleavedStore: BackendStore {
    private struct State {
        var callsLeft = 0
        var countsTransactions = true
        var action: (@Sendable () async throws -> Void)?
    }

    private let store: any BackendStore
    private let state = LockedState(State())

    init(_ store: any BackendStore = MemoryStore()) {
        self.store = store
    }

    /// Whether the action has not run yet.
    var isWaiting: Bool { state.withLock { $0.action != nil } }

    /// Runs the action after a read or a transaction.
    ///
    /// - Parameter count: The number of the call, from 1.
    func after(calls count: Int, _ action: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0 = State(callsLeft: count, action: action) }
    }

    /// Runs the action after a read.
    ///
    /// - Parameter count: The number of the read, from 1. Transactions are not counted.
    func after(reads count: Int, _ action: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0 = State(callsLeft: count, countsTransactions: false, action: action) }
    }

    func changes() -> AsyncStream<StoreChange> { store.changes() }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        let result = try await store.read(body)
        try await didCall(isTransaction: false)
        return result
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        let result = try await store.transaction(body)
        try await didCall(isTransaction: true)
        return result
    }

    private func didCall(isTransaction: Bool) async throws {
        let action = state.withLock { state -> (@Sendable () async throws -> Void)? in
            guard state.countsTransactions || !isTransaction else { return nil }
            state.callsLeft -= 1
            guard state.callsLeft == 0 else { return nil }
            defer { state.action = nil }
            return state.action
        }
        try await action?()
    }
}
