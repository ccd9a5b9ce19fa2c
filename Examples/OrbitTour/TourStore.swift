import OrbitBackend
import OrbitStore

/// The store beneath the campus: in memory, so that the tour needs nothing and leaves nothing behind.
func tourStore() async throws -> any BackendStore { MemoryStore() }
