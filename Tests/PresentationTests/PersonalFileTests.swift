import DurableFiles
import Foundation
import OrbitModels
import Presentation
import Testing

/// What one person leaves on a device.
@Suite @MainActor struct PersonalFileTests {
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
        defer { try? FileManager.default.removeItem(at: folder) }  // a leftover there does no harm
        try await body()
    }

    @Test func `a person finds what they left, and nothing of another person`() async throws {
        try await over {
            let file = PersonalFile<[Date]>(disk)
            #expect(await file.value(of: maya) == nil)
            let dates = [Date(timeIntervalSince1970: 1_800_000_000)]
            try await file.keep(dates, of: maya)
            #expect(await PersonalFile<[Date]>(disk).value(of: maya) == dates)
            #expect(await PersonalFile<[Date]>(disk).value(of: liam) == nil)
            try await file.keep([], of: liam)
            #expect(await file.value(of: maya) == nil)
            #expect(await file.value(of: liam) == [])
        }
    }

    @Test func `what cannot be read is as if it were not there`() async throws {
        try await over {
            try await disk.write(Data("[".utf8))
            #expect(await PersonalFile<String>(disk).value(of: maya) == nil)
            try await PersonalFile<String>(disk).keep("a", of: maya)
            #expect(await PersonalFile<Int>(disk).value(of: maya) == nil)
            #expect(await PersonalFile<String>(disk).value(of: maya) == "a")
        }
    }

    /// Tasks may start in any order. The main actor runs none of them between the note of a change and its call.
    @Test func `of many changes the file keeps the last one, in whichever order their tasks start`() async throws {
        try await over {
            let file = PersonalFile<Int>(disk)
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

    @Test func `a person who has left leaves nothing, not even later`() async throws {
        try await over {
            let file = PersonalFile<Int>(disk)
            try await file.keep(1, of: maya)
            try await file.end()
            #expect(await disk.read() == .absent)
            try await file.keep(2, of: maya)
            #expect(await disk.read() == .absent)
            #expect(await file.value(of: maya) == nil)
        }
    }

    @Test func `without a file nothing is kept`() async throws {
        let file = PersonalFile<Int>(nil)
        try await file.keep(1, of: maya)
        #expect(await file.value(of: maya) == nil)
        try await file.end()
    }
}
