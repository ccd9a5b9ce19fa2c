import DurableFiles
import Foundation
import OrbitModels
import Presentation
import Testing

/// The value that a single user stores on a device.
@Suite @MainActor struct PerUserFileTests {
    private let folder: URL
    private let disk: DurableFile
    private let maya: UserID = "maya"
    private let liam: UserID = "liam"

    init() throws {
        folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "orbit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        disk = DurableFile("notes", in: PrivateDirectory("private", under: folder.path))
    }

    private func over(_ body: () async throws -> Void) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }  // a leftover folder does no harm
        try await body()
    }

    @Test func `a user reads their own value, and not that of another user`() async throws {
        try await over {
            let file = PerUserFile<[Date]>(disk)
            #expect(await file.value(of: maya) == nil)
            let dates = [Date(timeIntervalSince1970: 1_800_000_000)]
            try await file.keep(dates, of: maya)
            #expect(await PerUserFile<[Date]>(disk).value(of: maya) == dates)
            #expect(await PerUserFile<[Date]>(disk).value(of: liam) == nil)
            try await file.keep([], of: liam)
            #expect(await file.value(of: maya) == nil)
            #expect(await file.value(of: liam) == [])
        }
    }

    @Test func `an unreadable file counts as missing`() async throws {
        try await over {
            try await disk.write(Data("[".utf8))
            #expect(await PerUserFile<String>(disk).value(of: maya) == nil)
            try await PerUserFile<String>(disk).keep("a", of: maya)
            #expect(await PerUserFile<Int>(disk).value(of: maya) == nil)
            #expect(await PerUserFile<String>(disk).value(of: maya) == "a")
        }
    }

    /// Tasks may start in any order. The main actor runs no other task between the entry in `called` and the call of
    /// `keep`.
    @Test func `concurrent changes leave the value whose call was last`() async throws {
        try await over {
            let file = PerUserFile<Int>(disk)
            var called: [Int] = []
            let changes = (0..<20).map { number in
                Task {
                    called.append(number)
                    try await file.keep(number, of: maya)
                }
            }
            for change in changes { try await change.value }
            #expect(called.count == 20)
            #expect(await file.value(of: maya) == called.last)
        }
    }

    @Test func `an ended file is deleted, and later changes are not stored`() async throws {
        try await over {
            let file = PerUserFile<Int>(disk)
            try await file.keep(1, of: maya)
            try await file.end()
            #expect(await disk.read() == .absent)
            try await file.keep(2, of: maya)
            #expect(await disk.read() == .absent)
            #expect(await file.value(of: maya) == nil)
        }
    }

    @Test func `without a file no value is stored`() async throws {
        let file = PerUserFile<Int>(nil)
        try await file.keep(1, of: maya)
        #expect(await file.value(of: maya) == nil)
        try await file.end()
    }
}
