import Foundation
import OrbitBackend
import OrbitDemo
import OrbitStore
import Testing

@testable import CampusServer

/// The parts of the operator's commands, in a folder that is removed after each test.
@Suite final class OperatorTests {
    private struct Interruption: Error {}

    private let folder = FileManager.default.temporaryDirectory.path() + "orbit-operator-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func parts(_ parts: [String], failing: Bool = false) -> AsyncThrowingStream<Data, any Error> {
        AsyncThrowingStream { continuation in
            for part in parts { continuation.yield(Data(part.utf8)) }
            continuation.finish(throwing: failing ? Interruption() : nil)
        }
    }

    @Test func `a check of a store without faults lists its tables`() async throws {
        let backend = OrbitBackend(store: MemoryStore(), configuration: .demonstration())
        let check = try await StoreInspection(of: backend)
        #expect(check.isIntact)
        #expect(check.report.first == "store: opened, schema current")
        #expect(check.report.contains { $0.hasPrefix("records: 0 in ") && $0.hasSuffix(", 0 unreadable") })
        #expect(check.report.last == "audit trail: 0 entries, intact")
    }

    @Test func `a check names the table and the key of a record that cannot be read`() async throws {
        let store = MemoryStore()
        try await store.transaction { try $0.put(ForeignRecord()) }
        let check = try await StoreInspection(of: OrbitBackend(store: store, configuration: .demonstration()))
        #expect(!check.isIntact)
        #expect(check.report.contains { $0.hasPrefix("accounts ") && $0.hasSuffix("1 records, 1 UNREADABLE") })
        #expect(check.report.contains("    unreadable: damaged"))
    }

    @Test func `an archive is written to a new file that only its owner can read`() async throws {
        let path = folder + "/maya.json"
        let size = try await PrivateFile.write(parts(["{", "}"]), to: path)
        #expect(size == 2)
        #expect(FileManager.default.contents(atPath: path) == Data("{}".utf8))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o600)
        let other = parts(["other"])
        await #expect(throws: PrivateFile.Unavailable.self) { try await PrivateFile.write(other, to: path) }
        #expect(FileManager.default.contents(atPath: path) == Data("{}".utf8))
    }

    @Test func `an archive that fails leaves no file`() async throws {
        let (path, failing) = (folder + "/maya.json", parts(["{"], failing: true))
        await #expect(throws: Interruption.self) { try await PrivateFile.write(failing, to: path) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}

/// A record in the table of accounts that is not an account.
private struct ForeignRecord: StoreRecord {
    static let table = "accounts"

    var key = "damaged"
    var indexEntries: [IndexEntry] { [] }
}
