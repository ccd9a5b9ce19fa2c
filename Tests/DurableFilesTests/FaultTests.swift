import DiskSimulation
import Foundation
import Testing

@testable import DurableFiles

@Suite struct FaultTests {
    static let errors: [SystemError] = [
        .diskFull, .deviceFailed, .quotaReached, .interrupted, .tooManyOpenFiles, .accessDenied, .readOnly,
    ]

    @Test(arguments: Change.allCases, errors)
    func `an error in any call of a change is reported, and no value is lost`(change: Change, error: SystemError)
        async throws
    {
        let count = try await change.countCalls()
        for step in 0..<count {
            let simulated = try await change.prepare()
            simulated.disk.plan(.error(error), afterCalls: step)
            let failure = await #expect(throws: DurableFileError.self, "call \(step)") {
                try await change.perform(on: simulated.open())
                // An interrupted call was repeated, so it counts as a success.
                if error == .interrupted { throw DurableFileError.unavailable(.interrupted) }
            }
            #expect(failure == .unavailable(error), "call \(step)")

            let left = await simulated.value()
            #expect(left == change.before || left == change.after, "call \(step)")
            #expect(simulated.temporaries.isEmpty, "call \(step)")
        }
    }

    @Test(arguments: Change.allCases, errors)
    func `a change that is acknowledged despite an error survives a power cut`(
        change: Change, error: SystemError
    ) async throws {
        let count = try await change.countCalls()
        for step in 0..<count {
            let simulated = try await change.prepare()
            simulated.disk.plan(.error(error), afterCalls: step)
            let isAcknowledged: Bool
            do {
                try await change.perform(on: simulated.open())
                isAcknowledged = true
            } catch {
                isAcknowledged = false
            }
            simulated.disk.restartMachine(keepingNames: false, keepingBytes: false)
            if isAcknowledged {
                let left = await simulated.value()
                #expect(left == change.after, "call \(step)")
            }
        }
    }

    @Test(arguments: errors)
    func `an error in any call of a read is reported as unavailable`(error: SystemError) async throws {
        let simulated = try await Change.overwrite.prepare()
        let before = simulated.disk.calls.count
        let value = await simulated.open().read()
        let count = simulated.disk.calls.count - before

        for step in 0..<count {
            simulated.disk.plan(.error(error), afterCalls: step)
            let outcome = await simulated.open().read()
            if error == .interrupted, outcome == value { continue }  // the call was repeated
            #expect(outcome == .unavailable(error), "call \(step)")
        }
        #expect(await simulated.open().read() == value)
    }

    @Test(arguments: errors.filter { $0 != .interrupted })
    func `a disk that fails every call is unavailable, and keeps the value`(error: SystemError) async throws {
        let simulated = try await Change.overwrite.prepare()
        simulated.disk.failAlways(with: error)
        #expect(await simulated.open().read() == .unavailable(error))
        await #expect(throws: DurableFileError.unavailable(error)) {
            try await simulated.open().write(Data("new".utf8))
        }
        await #expect(throws: DurableFileError.unavailable(error)) { try await simulated.open().remove() }
        simulated.disk.failAlways(with: nil)
        #expect(await simulated.value() == "old")
    }

    @Test func `a save fails if synchronization fails or is interrupted, and keeps the old value`() async throws {
        for error in [SystemError.deviceFailed, .interrupted] {
            let simulated = try await Change.overwrite.prepare()
            let calls = try await callsOfOverwrite()
            let step = try #require(calls.firstIndex(of: "synchronize"))
            simulated.disk.plan(.error(error), afterCalls: step)
            let before = simulated.disk.calls.count
            await #expect(throws: DurableFileError.unavailable(error)) {
                try await simulated.open().write(Data("new".utf8))
            }
            // The write was abandoned: neither retried nor published.
            #expect(simulated.disk.calls[before...].suffix(2) == ["synchronize", "unlink"])
            #expect(await simulated.value() == "old")
        }
    }

    @Test func `a save sets the mode, writes, synchronizes, renames and synchronizes in this order`()
        async throws
    {
        let calls = try await callsOfOverwrite()
        let creation = try #require(calls.firstIndex(of: "open creating"))
        #expect(
            calls[creation...] == ["open creating", "setMode", "write", "synchronize", "rename", "synchronize"])
    }

    @Test(arguments: [1, 7])
    func `short reads and writes are continued`(count: Int) async throws {
        let simulated = SimulatedFile()
        simulated.disk.limitTransfers(to: count)
        try await simulated.open().write(Data("a value in pieces".utf8))
        #expect(await simulated.value() == "a value in pieces")
    }

    @Test func `the directory and its files are created with access only for their owner`() async throws {
        let simulated = SimulatedFile()
        try await simulated.open().write(Data("value".utf8))
        #expect(simulated.disk.mode(of: SimulatedFile.path) == 0o700)
        #expect(simulated.disk.mode(of: SimulatedFile.path + "/session") == 0o600)
        #expect(simulated.disk.mode(of: SimulatedFile.path + "/session.lock") == 0o600)
    }

    @Test func `a read of an oversized file stops after the size limit and reports corruption`() async throws {
        let simulated = try await Change.overwrite.prepare()
        simulated.disk.plant([UInt8](repeating: 0, count: 100_000), as: "session", in: SimulatedFile.path)
        simulated.disk.limitTransfers(to: 100)
        let before = simulated.disk.calls.count
        #expect(await simulated.open(sizeLimit: 1000).read() == .corrupt(.oversized))
        #expect(simulated.disk.calls[before...].count { $0 == "read" } <= 11)
    }

    @Test func `a record with the maximum generation is corrupt and can be quarantined`() async throws {
        let simulated = try await Change.overwrite.prepare()
        let last = FileRecord(generation: .max, payload: Data()).encoded
        simulated.disk.plant(last, as: "session", in: SimulatedFile.path)
        #expect(await simulated.open().read() == .corrupt(.exhaustedGeneration))
        await #expect(throws: DurableFileError.corrupt(.exhaustedGeneration)) {
            try await simulated.open().write(Data("new".utf8))
        }
        #expect(try await simulated.open().quarantine())
    }

    @Test func `an error in opening a file of another user is reported as it is`() async throws {
        let simulated = try await Change.overwrite.prepare()
        simulated.disk.plant([], as: "session", in: SimulatedFile.path, owner: 65534)
        let before = simulated.disk.calls.count
        #expect(await simulated.open().read() == .insecure(.foreignOwner("session", user: 65534)))
        let step = try #require(Array(simulated.disk.calls[before...]).firstIndex(of: "open reading"))
        simulated.disk.plan(.error(.deviceFailed), afterCalls: step)
        #expect(await simulated.open().read() == .unavailable(.deviceFailed))
    }

    @Test func `a disk that takes no bytes has failed`() async throws {
        let simulated = SimulatedFile()
        simulated.disk.limitTransfers(to: 0)
        await #expect(throws: DurableFileError.unavailable(.deviceFailed)) {
            try await simulated.open().write(Data("new".utf8))
        }
        #expect(simulated.temporaries.isEmpty)
    }

    @Test func `a write increments the generation up to the last valid generation`() async throws {
        let simulated = try await Change.overwrite.prepare()
        let last = FileRecord(generation: .max - 2, payload: Data("old".utf8)).encoded
        simulated.disk.plant(last, as: "session", in: SimulatedFile.path)
        #expect(try await simulated.open().write(Data("new".utf8)) == UInt64.max - 1)
        #expect(await simulated.value() == "new")
    }

    @Test func `a write after the last valid generation stores a value that can be read and replaced`() async throws {
        let simulated = try await Change.overwrite.prepare()
        let last = FileRecord(generation: .max - 1, payload: Data("old".utf8)).encoded
        simulated.disk.plant(last, as: "session", in: SimulatedFile.path)
        #expect(await simulated.value() == "old")
        let generation = try await simulated.open().write(Data("new".utf8))
        #expect(generation <= UInt64.max >> 1)
        #expect(await simulated.value() == "new")
        #expect(try await simulated.open().write(Data("newer".utf8)) == generation + 1)
        #expect(await simulated.value() == "newer")
    }

    private func callsOfOverwrite() async throws -> [String] {
        let simulated = try await Change.overwrite.prepare()
        let before = simulated.disk.calls.count
        try await Change.overwrite.perform(on: simulated.open())
        return Array(simulated.disk.calls[before...])
    }
}
