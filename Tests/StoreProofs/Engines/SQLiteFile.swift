import Foundation
import OrbitStore
import SQLiteStore

/// A store in its own file.
final class SQLiteFile: TemporaryStore {
    /// The folder of all files. It is removed when the process exits, because stores in static properties are never
    /// removed.
    private static let root: URL = {
        // The system clears its temporary folder.
        atexit { try? FileManager.default.removeItem(at: SQLiteFile.root) }
        return FileManager.default.temporaryDirectory.appending(path: "orbit-stores-\(UUID().uuidString)")
    }()

    private let folder: URL
    private let file: URL
    let store: any BackendStore

    /// Creates a store.
    ///
    /// - Parameter original: a file without a write-ahead log, which is copied; `nil` for an empty store.
    init(copying original: URL? = nil) throws {
        folder = Self.root.appending(path: UUID().uuidString)
        file = folder.appending(path: "orbit.sqlite")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if let original { try FileManager.default.copyItem(at: original, to: file) }
        store = try SQLiteStore(path: file.path)
    }

    deinit {
        // The whole folder is removed when the process exits.
        try? FileManager.default.removeItem(at: folder)
    }

    func copy() async throws -> any TemporaryStore {
        try await store.removeDeletedBytes()  // moves all records from the log into the file
        return try SQLiteFile(copying: file)
    }

    func save(to other: URL) async throws {
        try await store.removeDeletedBytes()  // as above
        try FileManager.default.copyItem(at: file, to: other)
    }

    func changes() -> AsyncStream<StoreChange> { store.changes() }
}
