import Foundation
import Networking
import OrbitBackend
import OrbitStore
import PostgreSQLStore
import SQLiteStore

/// The store of the tour: `store-tour sqlite PATH`, `store-tour postgresql ADDRESS`, or in memory as in the example.
func tourStore() async throws -> any BackendStore {
    let arguments = CommandLine.arguments.dropFirst()
    guard let engine = arguments.first else { return MemoryStore() }
    guard arguments.count == 2, let place = arguments.last else { exit(64) }
    switch engine {
    case "sqlite": return try SQLiteStore(path: place)
    case "postgresql": return try await PostgreSQLStore(place)
    default: exit(64)
    }
}

/// Returns `nil`, because the campus on a database runs in this process.
func tourServer() throws -> ServerAddress? { nil }
