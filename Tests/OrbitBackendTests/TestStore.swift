import OrbitBackend
import OrbitStore

/// Creates the stores of the tests, in memory. `Tests/StoreProofs` compiles the same suites with an enumeration of this
/// name that creates stores on databases.
enum TestStore {
    /// An empty store.
    static func make() -> any BackendStore { MemoryStore() }

    /// Another store with the same records.
    static func copy(of store: any BackendStore) async throws -> any BackendStore {
        guard let store = store as? MemoryStore else { throw TestServer.Unexpected() }
        return store.copy()
    }
}
