import Foundation
package import OrbitBackend
import PostgreSQLStore
import SQLiteStore

/// A database that the histories and the requests run on.
package enum Engine: CaseIterable, Sendable {
    case sqlite, postgreSQL

    /// A store on an empty database.
    package func makeStore() async throws -> any BackendStore {
        switch self {
        case .sqlite: return try TemporaryStore()
        case .postgreSQL:
            let server = try TestServer.shared.get()
            return try await PostgreSQLStore(server.address(of: server.newDatabase()), connections: 4)
        }
    }
}

/// A store in a file of its own, which goes with it.
private final class TemporaryStore: BackendStore {
    private let folder: URL
    private let store: SQLiteStore

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "orbit-history-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        store = try SQLiteStore(path: folder.appending(path: "orbit.sqlite").path)
    }

    deinit {
        // What is left of it ends with the machine's temporary files.
        try? FileManager.default.removeItem(at: folder)
    }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await store.read(body)
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await store.transaction(body)
    }

    func changes() -> AsyncStream<StoreChange> { store.changes() }
}
