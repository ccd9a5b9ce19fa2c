import DurableFiles
import Foundation
import OrbitStore
import OrbitStoreTesting
import Testing
import TimeAndChance

@testable import OwnParts

@Suite struct SnapshotStoreTests {
    private func storeUnderTest() -> StoreUnderTest {
        let process = StoreProcess()
        var subject = StoreUnderTest { try await process.store() }
        subject.crash = { await process.crash() }
        subject.faultInjection = { process.disk.fail($0) }
        return subject
    }

    @Test(arguments: StoreConformance.checks + StoreConformance.durabilityChecks + StoreConformance.failureChecks)
    func `a snapshot store keeps the contract`(_ check: StoreCheck) async throws {
        try await check.run { storeUnderTest() }
    }

    @Test func `a store on a file has the records of its predecessor`() async throws {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "orbit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }  // the system removes temporary files as well
        let file = DurableFile("campus", in: PrivateDirectory("store", under: folder.path))
        try await SnapshotStore(.file(file)).transaction { try $0.put(Visit(key: "maya", count: 3)) }
        let found = try await SnapshotStore(.file(file)).read { try $0.get(Visit.self, "maya")?.count }
        #expect(found == 3)
    }
}

private struct Visit: StoreRecord {
    static let table = "visits"

    let key: String
    let count: Int
    var indexEntries: [IndexEntry] { [] }
}

/// A process with one store, which a test can kill. The disk survives it.
private actor StoreProcess {
    let disk = MemoryDisk()
    private var running: SnapshotStore?

    func store() async throws -> SnapshotStore {
        if let running { return running }
        let store = try await SnapshotStore(disk.place)
        running = store
        return store
    }

    func crash() { running = nil }
}

/// A disk in memory that fails on command.
private final class MemoryDisk: Sendable {
    private struct State {
        var snapshot: Data?
        var failure: StoreError?
    }

    private let state = LockedState(State())

    var place: SnapshotPlace {
        SnapshotPlace(
            load: { [state] in state.withLock { $0.snapshot } },
            save: { [state] snapshot in
                try state.withLock { state in
                    if let failure = state.failure { throw failure }
                    state.snapshot = snapshot
                }
            })
    }

    /// Makes each save fail in the given way. `nil` ends the failure.
    func fail(_ fault: StoreFaultInjection?) {
        let failure: StoreError? =
            switch fault {
            case .readOnly: .readOnly
            case .full: .full
            case .busy: .unavailable
            case nil: nil
            }
        state.withLock { $0.failure = failure }
    }
}
