import DiskSimulation
import DurableFiles
import Foundation
import Testing
import TimeAndChance

@Suite struct JournalTests {
    private let simulated = SimulatedJournal()

    @Test func `a new journal is empty, and its file has a header`() async throws {
        let contents = try await simulated.open().contents
        #expect(contents.entries.isEmpty)
        #expect(contents.removedByteCount == 0)
        #expect(simulated.bytes.count == 28)
    }

    @Test func `records are read in the order of their appends, also empty records`() async throws {
        let journal = try await simulated.open().journal
        try await journal.append("one", "", "three")
        #expect(try await simulated.reopened() == ["one", "", "three"])
    }

    @Test func `several records of an append share one synchronization`() async throws {
        let journal = try await simulated.open().journal
        let before = simulated.disk.calls.count
        try await journal.append(["a", "b", "c"].map { Data($0.utf8) })
        #expect(simulated.disk.calls[before...] == ["write", "synchronize"])
        #expect(try await simulated.reopened() == ["a", "b", "c"])
    }

    @Test func `an append of no records does not touch the disk`() async throws {
        let journal = try await simulated.open().journal
        let before = simulated.disk.calls.count
        try await journal.append([])
        #expect(simulated.disk.calls.count == before)
    }

    @Test func `concurrent appends are all durable, and each task's records keep their order`() async throws {
        let journal = try await simulated.open(sizeLimit: 1 << 20).journal
        try await withThrowingTaskGroup { group in
            for task in 0..<20 {
                group.addTask {
                    for number in 0..<10 { try await journal.append("\(task).\(number)") }
                }
            }
            try await group.waitForAll()
        }
        simulated.disk.restartMachine(keepingNames: false, keepingBytes: false)
        let texts = try await simulated.open(sizeLimit: 1 << 20).contents.texts
        #expect(texts.count == 200)
        for task in 0..<20 {
            #expect(texts.filter { $0.hasPrefix("\(task).") } == (0..<10).map { "\(task).\($0)" })
        }
    }

    @Test func `a replacement has only the new records, and later appends follow them`() async throws {
        let journal = try await simulated.open().journal
        try await journal.append("one", "two")
        try await journal.replace(with: [Data("both".utf8)])
        try await journal.append("three")
        #expect(journal.size == simulated.bytes.count)
        #expect(try await simulated.reopened() == ["both", "three"])
    }

    @Test func `a replacement among concurrent appends keeps every append that is acknowledged later`() async throws {
        let journal = try await simulated.open(sizeLimit: 1 << 20).journal
        try await withThrowingTaskGroup { group in
            group.addTask { try await journal.replace(with: []) }
            for number in 0..<20 { group.addTask { try await journal.append("\(number)") } }
            try await group.waitForAll()
        }
        try await journal.append("last")
        let texts = try await simulated.reopened()
        #expect(texts.last == "last")
        #expect(texts.count == Set(texts).count)
    }

    @Test func `a second opening fails as busy until the first journal is released`() async throws {
        try await openTwice()
        _ = try await simulated.open()
    }

    private func openTwice() async throws {
        let journal = try await simulated.open().journal
        await #expect(throws: DurableFileError.unavailable(.busy)) { _ = try await simulated.open() }
        try await journal.append("one")
    }

    @Test func `an append beyond the size limit fails, and a smaller append succeeds`() async throws {
        let journal = try await simulated.open(sizeLimit: 100).journal
        await #expect(throws: DurableFileError.unavailable(.tooLarge)) {
            try await journal.append([Data(repeating: 0, count: 53)])
        }
        try await journal.append([Data(repeating: 0, count: 52)])
        await #expect(throws: DurableFileError.unavailable(.tooLarge)) { try await journal.append("") }
        await #expect(throws: DurableFileError.unavailable(.tooLarge)) {
            try await journal.replace(with: [Data(repeating: 0, count: 53)])
        }
        #expect(simulated.bytes.count == 100)
    }

    @Test func `a file beyond the size limit is corrupt and is not changed`() async throws {
        let journal = try await simulated.open().journal
        try await journal.append("one")
        let bytes = simulated.bytes
        simulated.disk.restartProcess()
        await #expect(throws: DurableFileError.corrupt(.oversized)) { _ = try await simulated.open(sizeLimit: 50) }
        #expect(simulated.bytes == bytes)
    }

    @Test func `a removed journal has no file and accepts no append`() async throws {
        let journal = try await simulated.open().journal
        try await journal.append("one")
        try await journal.remove()
        #expect(simulated.disk.files(in: SimulatedJournal.path)?.keys.sorted() == ["notes.lock"])
        await #expect(throws: DurableFileError.unavailable(.notFound)) { try await journal.append("two") }
        await #expect(throws: DurableFileError.unavailable(.notFound)) { try await journal.replace(with: []) }
        #expect(try await simulated.reopened() == [])
    }

    @Test func `a journal on the disk of this machine keeps its records`() async throws {
        let scratch = try TemporaryDirectory()
        try await fill(scratch.directory)
        let contents = try await Journal.open("notes", in: scratch.directory).contents
        #expect(contents.texts == ["both", "three"])
        #expect(contents.removedByteCount == 0)
        #expect(try scratch.mode(of: "private/notes") == 0o600)
    }

    private func fill(_ directory: PrivateDirectory) async throws {
        let journal = try await Journal.open("notes", in: directory).journal
        try await journal.append("one", "two")
        try await journal.replace(with: [Data("both".utf8)])
        try await journal.append("three")
    }

    @Test func `the end of an interrupted append on the disk of this machine is removed`() async throws {
        let scratch = try TemporaryDirectory()
        try await fill(scratch.directory)
        let path = scratch.path + "/private/notes"
        let file = try #require(FileHandle(forWritingAtPath: path))
        let length = try file.seekToEnd()
        try file.truncate(atOffset: length - 1)
        try file.close()
        let contents = try await Journal.open("notes", in: scratch.directory).contents
        #expect(contents.texts == ["both"])
        #expect(contents.removedByteCount == 24)
    }
}
