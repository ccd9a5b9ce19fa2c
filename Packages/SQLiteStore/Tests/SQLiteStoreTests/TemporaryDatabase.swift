import Foundation
import GRDB
import OrbitStore
import OrbitStoreTesting
import TimeAndChance

@testable import SQLiteStore

/// A database in its own folder. The folder is removed when this value is released.
final class TemporaryDatabase: Sendable {
    private struct State: Sendable {
        var number = 0
        var stores: [SQLiteStore] = []
        var locker: DatabaseQueue?
    }

    private let folder: URL
    private let state = LockedState(State())

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "sqlite-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            // The system removes leftovers in its temporary folder.
        }
    }

    var path: String { folder.appending(path: "\(state.withLock { $0.number }).sqlite").path }

    func open(patience: TimeInterval = 5) throws -> SQLiteStore {
        let store = try SQLiteStore(path: path, patience: patience)
        state.withLock { $0.stores.append(store) }
        return store
    }

    /// Continues with a copy of the current files, as after a crash of the process.
    func crash() throws {
        let old = path
        state.withLock { state in
            state.number += 1
            state.stores = []
        }
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: old + suffix) {
            try FileManager.default.copyItem(atPath: old + suffix, toPath: path + suffix)
        }
    }

    /// Returns the suffixes of the files that contain the text.
    func holds(_ text: String) throws -> [String] {
        try ["", "-wal"].filter { ending in
            try Data(contentsOf: URL(filePath: path + ending)).range(of: Data(text.utf8)) != nil
        }
    }

    func inject(_ fault: StoreFaultInjection?) throws {
        state.withLock { $0.locker = nil }
        for store in state.withLock({ $0.stores }) {
            try store.pool.writeWithoutTransaction { db in
                let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
                let most = fault == .full ? pages + 20 : 1_000_000_000
                try db.execute(sql: "PRAGMA query_only = \(fault == .readOnly); PRAGMA max_page_count = \(most)")
            }
        }
        guard fault == .busy else { return }
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let locker = try DatabaseQueue(path: path, configuration: configuration)
        try locker.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        state.withLock { $0.locker = locker }
    }
}
