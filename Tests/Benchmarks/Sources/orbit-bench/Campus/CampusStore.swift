import ArgumentParser
import Foundation
import OrbitBackend
import OrbitStore
import PostgreSQLStore
import SQLiteStore

/// The kinds of stores for a backend.
enum StoreKind: String, CaseIterable, ExpressibleByArgument {
    case memory, sqlite, postgres
}

/// An empty store for a single measurement. Its files, in the folder for temporary files, are removed with it.
final class CampusStore {
    let engine: any BackendStore
    private let folder: URL?
    private let server: PostgreSQLServer?

    init(_ kind: StoreKind) async throws {
        switch kind {
        case .memory:
            (engine, folder, server) = (MemoryStore(), nil, nil)
        case .sqlite:
            let folder = FileManager.default.temporaryDirectory.appending(path: "orbit-bench-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            engine = try SQLiteStore(path: folder.appending(path: "campus.sqlite").path())
            (self.folder, server) = (folder, nil)
        case .postgres:
            let server = try PostgreSQLServer()
            engine = try await PostgreSQLStore(server.address(of: try server.newDatabase()))
            (folder, self.server) = (nil, server)
        }
    }

    deinit {
        // Files that remain are removed with the machine's temporary files.
        if let folder { try? FileManager.default.removeItem(at: folder) }
    }
}
