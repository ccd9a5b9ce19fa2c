import NetworkingTesting
import OrbitStore
import TimeAndChance

@testable import OrbitBackend

/// Lets something else happen right after one of the reads and transactions that a request consists of.
final class InterleavedStore: BackendStore {
    private struct State {
        var callsLeft = 0
        var action: (@Sendable () async throws -> Void)?
    }

    private let store = MemoryStore()
    private let state = LockedState(State())

    /// Whether what was to happen is still to come.
    var isWaiting: Bool { state.withLock { $0.action != nil } }

    /// - Parameter count: the first call is 1.
    func after(calls count: Int, _ action: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0 = State(callsLeft: count, action: action) }
    }

    func changes() -> AsyncStream<StoreChange> { store.changes() }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        let result = try await store.read(body)
        try await didCall()
        return result
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        let result = try await store.transaction(body)
        try await didCall()
        return result
    }

    private func didCall() async throws {
        let action = state.withLock { state -> (@Sendable () async throws -> Void)? in
            state.callsLeft -= 1
            guard state.callsLeft == 0 else { return nil }
            defer { state.action = nil }
            return state.action
        }
        try await action?()
    }
}
