import Foundation
import Testing

@testable import DurableFiles

@Suite struct MemoryFileSystemTests {
    private let directory = PrivateDirectory.inMemory()

    @Test func `a file in memory is written, replaced, read and removed`() async throws {
        let file = DurableFile("draft", in: directory)
        #expect(await file.read() == .absent)
        for text in ["one", "two"] { try await file.write(Data(text.utf8)) }
        guard case .value(let stored) = await file.read() else {
            Issue.record("nothing was stored")
            return
        }
        #expect(stored.payload == Data("two".utf8))
        #expect(try await directory.fileNames(withPrefix: "") == ["draft"])
        try await file.remove()
        #expect(await file.read() == .absent)
    }

    @Test func `a journal in memory keeps its records until it is opened again, and has one owner`() async throws {
        let folder = directory.subdirectory("journal")
        do {
            let (journal, contents) = try await Journal.open("entries", in: folder)
            #expect(contents.entries.isEmpty)
            try await journal.append([Data("one".utf8), Data("two".utf8)])
            await #expect(throws: DurableFileError.unavailable(.busy)) { try await Journal.open("entries", in: folder) }
            try await journal.replace(with: [Data("both".utf8)])
        }
        let contents = try await Journal.open("entries", in: folder).contents
        #expect(contents.entries == [.record(Data("both".utf8))])
    }

    @Test func `two directories in memory share nothing`() async throws {
        try await DurableFile("draft", in: directory).write(Data("one".utf8))
        #expect(await DurableFile("draft", in: .inMemory()).read() == .absent)
    }

    @Test func `a name that is missing or taken is reported like on a disk`() throws {
        let system = MemoryFileSystem()
        let root = try system.open("/", in: nil, for: .directory)
        #expect(throws: SystemError.notFound) { try system.open("a", in: root, for: .reading) }
        #expect(throws: SystemError.notFound) { try system.unlink("a", in: root) }
        let file = try system.open("a", in: root, for: .creating)
        #expect(throws: SystemError.alreadyExists) { try system.open("a", in: root, for: .creating) }
        #expect(throws: SystemError.notADirectory) { try system.open("a", in: root, for: .directory) }
        system.close(file)
        #expect(throws: SystemError.badDescriptor) { try system.read(file, upTo: 1) }
    }
}
