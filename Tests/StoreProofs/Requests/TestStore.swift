import Foundation
import OrbitBackend
import OrbitStore
import StoreEngines

/// The stores of OrbitBackend's suites in this target. The variable `ORBIT_STORE` names the engine, which is SQLite by
/// default.
enum TestStore {
    private struct UnknownEngine: Error {}

    private static let engine = Engine(rawValue: ProcessInfo.processInfo.environment["ORBIT_STORE"] ?? "sqlite")

    /// Creates an empty store. Every use of it throws an error if `ORBIT_STORE` names no engine.
    static func make() -> any BackendStore {
        DeferredStore { [engine] in
            guard let engine else { throw UnknownEngine() }
            return try await engine.makeStore(isSharing: true)
        }
    }

    /// Creates another store with the same records.
    static func copy(of store: any BackendStore) async throws -> any BackendStore {
        guard let store = store as? any TemporaryStore else { throw TestServer.Unexpected() }
        return try await store.copy()
    }
}
