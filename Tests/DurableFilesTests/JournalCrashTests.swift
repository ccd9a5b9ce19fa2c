import DiskSimulation
import DurableFiles
import Foundation
import Testing

@Suite struct JournalCrashTests {
    static let errors: [SystemError] = [.diskFull, .deviceFailed, .quotaReached, .tooManyOpenFiles, .readOnly]

    /// The acknowledged records of a process that opens a journal, appends and replaces until its end or an error.
    private struct Process {
        let simulated = SimulatedJournal()
        private(set) var acknowledged: [String] = []

        /// Runs the process. `continues` states whether it goes on after an error.
        mutating func run(continues: Bool) async {
            guard let journal = try? await simulated.open().journal else { return }  // the planned fault
            for text in ["one", "two", "three", "four"] {
                if text == "three" {
                    // A failed replacement leaves the same records.
                    try? await journal.replace(with: acknowledged.map { Data($0.utf8) })
                }
                do {
                    try await journal.append(text)
                    acknowledged.append(text)
                } catch {
                    guard continues else { return }
                }
            }
        }
    }

    private static func countCalls() async -> Int {
        var process = Process()
        await process.run(continues: true)
        return process.simulated.disk.calls.count
    }

    @Test(arguments: Survival.all)
    func `after a crash at any call every acknowledged record is read, and at most one more`(
        survival: Survival
    ) async throws {
        let all = ["one", "two", "three", "four"]
        for step in 0..<(await Self.countCalls()) {
            var process = Process()
            process.simulated.disk.plan(.crash, afterCalls: step)
            await process.run(continues: false)
            process.simulated.disk.restartMachine(keepingNames: survival.names, keepingBytes: survival.bytes)
            let (journal, contents) = try await process.simulated.open()
            #expect(contents.texts.starts(with: process.acknowledged), "call \(step)")
            #expect(all.starts(with: contents.texts), "call \(step)")
            #expect(contents.texts.count <= process.acknowledged.count + 1, "call \(step)")
            #expect(!contents.isDamaged, "call \(step)")
            try await journal.append("new")
            process.simulated.disk.restartMachine(keepingNames: false, keepingBytes: false)
            #expect(try await process.simulated.reopened() == contents.texts + ["new"], "call \(step)")
        }
    }

    @Test(arguments: errors)
    func `an error in any call leaves exactly the acknowledged records, and the journal usable`(
        error: SystemError
    ) async throws {
        for step in 0..<(await Self.countCalls()) {
            var process = Process()
            process.simulated.disk.plan(.error(error), afterCalls: step)
            await process.run(continues: true)
            process.simulated.disk.restartMachine(keepingNames: false, keepingBytes: false)
            #expect(try await process.simulated.reopened() == process.acknowledged, "call \(step)")
            #expect(process.acknowledged.isEmpty || process.acknowledged.count >= 3, "call \(step)")
        }
    }

    @Test func `an append on a full disk fails, and succeeds once there is space`() async throws {
        let simulated = SimulatedJournal()
        let journal = try await simulated.open().journal
        try await journal.append("one")
        simulated.disk.failAlways(with: .diskFull)
        for _ in 0..<3 {
            await #expect(throws: DurableFileError.unavailable(.diskFull)) { try await journal.append("two") }
        }
        await #expect(throws: DurableFileError.unavailable(.diskFull)) { try await journal.replace(with: []) }
        simulated.disk.failAlways(with: nil)
        try await journal.append("three")
        simulated.disk.restartMachine(keepingNames: false, keepingBytes: false)
        #expect(try await simulated.reopened() == ["one", "three"])
    }

    @Test func `an append after a failed synchronization and a failed truncation copies the durable records`()
        async throws
    {
        let simulated = SimulatedJournal()
        let journal = try await simulated.open().journal
        try await journal.append("one")
        // The append fails in its second call, and the repair in its first and in the creation of the copy.
        simulated.disk.plan(.error(.deviceFailed), afterCalls: 1)
        simulated.disk.plan(.error(.deviceFailed), afterCalls: 2)
        simulated.disk.plan(.error(.deviceFailed), afterCalls: 3)
        await #expect(throws: DurableFileError.unavailable(.deviceFailed)) { try await journal.append("two") }
        simulated.disk.plan(.error(.deviceFailed), afterCalls: 0)
        try await journal.append("three")
        #expect(simulated.disk.calls.suffix(4) == ["rename", "synchronize", "write", "synchronize"])
        simulated.disk.restartMachine(keepingNames: false, keepingBytes: false)
        #expect(try await simulated.reopened() == ["one", "three"])
    }

    @Test(arguments: [1, 7])
    func `short reads and writes of a journal are continued`(count: Int) async throws {
        let simulated = SimulatedJournal()
        simulated.disk.limitTransfers(to: count)
        let journal = try await simulated.open().journal
        try await journal.append("a record in pieces")
        #expect(try await simulated.reopened() == ["a record in pieces"])
    }

    @Test func `a record that a crashed process wrote without synchronization is durable once it is read`() async throws
    {
        let simulated = SimulatedJournal()
        let journal = try await simulated.open().journal
        simulated.disk.plan(.crash, afterCalls: 1)
        await #expect(throws: DurableFileError.self) { try await journal.append("one") }
        #expect(try await simulated.reopened() == ["one"])
        simulated.disk.restartMachine(keepingNames: false, keepingBytes: false)
        #expect(try await simulated.reopened() == ["one"])
    }
}
