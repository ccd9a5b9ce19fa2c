package import Foundation
package import OrbitStore

/// A store that is made in a task, for initialisers that cannot wait for it. Every use waits for the task.
package final class DeferredStore: TemporaryStore {
    private let making: Task<any TemporaryStore, any Error>

    package init(_ make: @escaping @Sendable () async throws -> any TemporaryStore) {
        making = Task { try await make() }
    }

    package var store: any BackendStore {
        get async throws { try await making.value }
    }

    package func copy() async throws -> any TemporaryStore { try await making.value.copy() }

    package func save(to file: URL) async throws { try await making.value.save(to: file) }

    /// The changes of the store. Those that come before a task has begun to follow it are missed.
    package func changes() -> AsyncStream<StoreChange> {
        let (changes, continuation) = AsyncStream.makeStream(of: StoreChange.self)
        let following = Task { [making] in
            // Without a store there are no changes; reads and transactions throw the error.
            if let store = try? await making.value {
                for await change in store.changes() { continuation.yield(change) }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in following.cancel() }
        return changes
    }
}
