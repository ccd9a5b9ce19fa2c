package import Foundation
package import OrbitStore

/// A store that is created in a task, for initializers that cannot wait for it. Every use waits for the task.
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

    /// Returns the changes of the store. Changes before the task has subscribed are missed.
    package func changes() -> AsyncStream<StoreChange> {
        let (changes, continuation) = AsyncStream.makeStream(of: StoreChange.self)
        let following = Task { [making] in
            // Without a store there are no changes. Reads and transactions throw the error.
            if let store = try? await making.value {
                for await change in store.changes() { continuation.yield(change) }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in following.cancel() }
        return changes
    }
}
