import OrbitBackend
import OrbitStore

/// The store of the campus. It is in memory, so that the tour needs nothing and leaves nothing behind.
func tourStore() async throws -> any BackendStore { MemoryStore() }
