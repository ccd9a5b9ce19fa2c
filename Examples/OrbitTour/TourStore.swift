import Networking
import OrbitBackend
import OrbitStore

/// The store of the campus. It is in memory, so that the tour needs no database and leaves no files.
func tourStore() async throws -> any BackendStore { MemoryStore() }

/// Returns the server of `--server URL`; `nil` for the campus in this process.
func tourServer() throws -> ServerAddress? { try ServerOption.address(in: CommandLine.arguments.dropFirst()) }
