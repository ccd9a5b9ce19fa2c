import DiskSimulation
import Foundation
import Testing

@testable import DurableFiles

@Suite struct JournalDamageTests {
    private let simulated = SimulatedJournal()
    private let length = 20 + 3

    /// Writes three records of three bytes and ends the process. Returns the bytes of the file.
    private func write() async throws -> [UInt8] {
        let journal = try await simulated.open().journal
        try await journal.append("one", "two", "six")
        simulated.disk.restartProcess()
        return simulated.bytes
    }

    @Test func `a file that ends in a record loses this record alone, and continues`() async throws {
        let bytes = try await write()
        for end in (28 + length)..<(28 + 2 * length) {
            simulated.plant(Array(bytes[..<end]))
            let (journal, contents) = try await simulated.open()
            #expect(contents.texts == ["one"], "end \(end)")
            #expect(contents.removedByteCount == end - 28 - length, "end \(end)")
            #expect(!contents.isDamaged, "end \(end)")
            try await journal.append("new")
            #expect(try await simulated.reopened() == ["one", "new"], "end \(end)")
            simulated.disk.restartProcess()
        }
    }

    @Test func `a damaged byte of a record before others is reported, and the other records are kept`() async throws {
        let bytes = try await write()
        for place in 28..<(28 + length) {
            var damaged = bytes
            damaged[place] ^= 0x10
            simulated.plant(damaged)
            let (journal, contents) = try await simulated.open()
            #expect(contents.texts == ["damage", "two", "six"], "byte \(place)")
            #expect(contents.isDamaged, "byte \(place)")
            #expect(simulated.file("notes.corrupt") == damaged, "byte \(place)")
            try await journal.append("new")
            #expect(try await simulated.reopened() == ["damage", "two", "six", "new"], "byte \(place)")
            simulated.disk.restartProcess()
        }
    }

    @Test func `a damaged byte of the last record removes this record`() async throws {
        let bytes = try await write()
        for place in (28 + 2 * length)..<(28 + 3 * length) {
            var damaged = bytes
            damaged[place] ^= 0x10
            simulated.plant(damaged)
            let contents = try await simulated.open().contents
            #expect(contents.texts == ["one", "two"], "byte \(place)")
            #expect(contents.removedByteCount == length, "byte \(place)")
            simulated.disk.restartProcess()
        }
    }

    @Test func `an interrupted append of several records whose end arrived on the disk is removed`() async throws {
        let journal = try await simulated.open().journal
        try await journal.append("one")
        try await journal.append(["two", "six"].map { Data($0.utf8) })
        simulated.disk.restartProcess()
        var bytes = simulated.bytes
        for place in (28 + length)..<(28 + 2 * length) { bytes[place] = 0 }
        simulated.plant(bytes)
        let contents = try await simulated.open().contents
        #expect(contents.texts == ["one"])
        #expect(contents.removedByteCount == 2 * length)
    }

    @Test func `a damaged byte in the last record of a replacement is reported`() async throws {
        let journal = try await simulated.open().journal
        try await journal.replace(with: ["one", "two"].map { Data($0.utf8) })
        simulated.disk.restartProcess()
        var bytes = simulated.bytes
        bytes[bytes.count - 1] ^= 1
        simulated.plant(bytes)
        #expect(try await simulated.open().contents.texts == ["one", "damage"])
    }

    @Test func `a replacement that was cut off is reported as damaged`() async throws {
        let journal = try await simulated.open().journal
        try await journal.replace(with: ["one", "two"].map { Data($0.utf8) })
        simulated.disk.restartProcess()
        simulated.plant(Array(simulated.bytes.dropLast(length)))
        let (cutOff, contents) = try await simulated.open()
        #expect(contents.texts == ["one", "damage"])
        #expect(contents.removedByteCount == 0)
        try await cutOff.append("new")
        #expect(try await simulated.reopened() == ["one", "damage", "new"])
    }

    @Test func `a damaged header is reported, and the file is not changed`() async throws {
        let bytes = try await write()
        for place in 0..<28 {
            var damaged = bytes
            damaged[place] ^= 0x10
            simulated.plant(damaged)
            let failure = await #expect(throws: DurableFileError.self, "byte \(place)") {
                _ = try await simulated.open()
            }
            guard case .corrupt? = failure else {
                Issue.record("byte \(place): \(String(describing: failure))")
                continue
            }
            #expect(simulated.bytes == damaged, "byte \(place)")
        }
    }

    @Test func `a replacement of the records of a damaged journal removes the damage`() async throws {
        var bytes = try await write()
        bytes[40] ^= 1
        simulated.plant(bytes)
        let journal = try await simulated.open().journal
        try await journal.replace(with: [Data("new".utf8)])
        #expect(try await simulated.reopened() == ["new"])
        #expect(simulated.file("notes.corrupt") == bytes)
    }

    @Test func `a journal of a newer version is reported, and the file is not changed`() async throws {
        var bytes = try await write()
        bytes[5] = 2
        simulated.plant(bytes)
        await #expect(throws: DurableFileError.corrupt(.unknownVersion(2))) { _ = try await simulated.open() }
        #expect(simulated.bytes == bytes)
    }

    @Test(arguments: [0, 1, 27])
    func `a file that ends in its header is corrupt`(count: Int) async throws {
        let bytes = try await write()
        simulated.plant(Array(bytes[..<count]))
        let expected: Corruption = count < 4 ? .notARecord : .wrongLength
        await #expect(throws: DurableFileError.corrupt(expected)) { _ = try await simulated.open() }
    }

    @Test func `a payload with the bytes of another journal's record is not read as a record`() async throws {
        let record = Array(try await write()[28...])
        let other = SimulatedJournal()
        let journal = try await other.open().journal
        // The generators of both journals are equal, so the second journal takes the next salt.
        try await journal.replace(with: [Data(record), Data("end".utf8)])
        other.disk.restartProcess()
        var bytes = other.bytes
        bytes[28] ^= 1
        other.plant(bytes)
        #expect(try await other.open().contents.texts == ["damage", "end"])
    }

    @Test func `a file of false markers is read in a bounded number of steps`() async throws {
        let journal = try await simulated.open(sizeLimit: 1 << 20).journal
        let marker = JournalFormat.marker + [0, 0, 0x40, 0]
        let payload = Data((0..<8_192).flatMap { _ in marker })
        try await journal.append([payload])
        try await journal.append("end")
        simulated.disk.restartProcess()
        var bytes = simulated.bytes
        bytes[28] ^= 1
        simulated.plant(bytes)
        let contents = try await simulated.open(sizeLimit: 1 << 20).contents
        // The search for the next record ended early, so the rest of the file counts as damage and is kept.
        #expect(contents.texts == ["damage"])
        #expect(simulated.file("notes.corrupt") == bytes)
    }

    @Test func `a full disk during the copy of a damaged journal leaves its file unchanged`() async throws {
        var bytes = try await write()
        bytes[40] ^= 1
        simulated.plant(bytes)
        let before = simulated.disk.calls.count
        _ = try await simulated.open()
        let calls = Array(simulated.disk.calls[before...])
        for (step, call) in calls.enumerated() where call == "write" {
            simulated.disk.restartProcess()
            simulated.plant(bytes)
            simulated.disk.plan(.error(.diskFull), afterCalls: step)
            await #expect(throws: DurableFileError.unavailable(.diskFull), "call \(step)") {
                _ = try await simulated.open()
            }
            #expect(simulated.bytes == bytes, "call \(step)")
        }
    }
}
