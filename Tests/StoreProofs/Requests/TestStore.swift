import Foundation
import OrbitBackend
import OrbitStore
import StoreEngines

/// The stores that OrbitBackend's suites run on in this target: on the engine that the variable `ORBIT_STORE` names, or
/// on SQLite unless it is set.
enum TestStore {
    private struct UnknownEngine: Error {}

    private static let engine = Engine(rawValue: ProcessInfo.processInfo.environment["ORBIT_STORE"] ?? "sqlite")

    /// An empty store. Every use of it throws an error if `ORBIT_STORE` names no engine.
    static func make() -> any BackendStore {
        DeferredStore { [engine] in
            guard let engine else { throw UnknownEngine() }
            return try await engine.makeStore(isSharing: true)
        }
    }

    /// Another store with the same records.
    static func copy(of store: any BackendStore) async throws -> any BackendStore {
        guard let store = store as? any TemporaryStore else { throw TestServer.Unexpected() }
        return try await store.copy()
    }
}
