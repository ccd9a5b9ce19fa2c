import DiskSimulation
import DurableFiles
import Foundation
import Testing

/// The unsynchronized changes that the disk kept.
struct Survival: Sendable, CustomStringConvertible {
    let names: Bool
    let bytes: Bool

    static let all = [(false, false), (false, true), (true, false), (true, true)].map(Survival.init)

    var description: String { "\(names ? "names" : "no names"), \(bytes ? "bytes" : "no bytes")" }
}

@Suite struct CrashTests {
    @Test(arguments: Change.allCases, Survival.all)
    func `a crash at any call leaves the old or the new value`(change: Change, survival: Survival) async throws {
        let count = try await change.countCalls()
        for step in 0..<count {
            let simulated = try await change.prepare()
            simulated.disk.plan(.crash, afterCalls: step)
            await #expect(throws: DurableFileError.self, "call \(step)") {
                try await change.perform(on: simulated.open())
            }
            simulated.disk.restartMachine(keepingNames: survival.names, keepingBytes: survival.bytes)

            let left = await simulated.value()
            #expect(left == change.before || left == change.after, "call \(step)")
            #expect(simulated.temporaries.count <= 1, "call \(step)")
        }
    }

    @Test(arguments: Change.allCases, Survival.all)
    func `after a crash at any call the next save succeeds and cleans up`(
        change: Change, survival: Survival
    ) async throws {
        let count = try await change.countCalls()
        for step in 0..<count {
            let simulated = try await change.prepare()
            simulated.disk.plan(.crash, afterCalls: step)
            await #expect(throws: DurableFileError.self) { try await change.perform(on: simulated.open()) }
            simulated.disk.restartMachine(keepingNames: survival.names, keepingBytes: survival.bytes)

            if await simulated.value() == "garbage" { try await simulated.open().quarantine() }
            try await simulated.open().write(Data("next".utf8))
            #expect(await simulated.value() == "next", "call \(step)")
            #expect(simulated.temporaries.isEmpty, "call \(step)")
        }
    }

    @Test(arguments: Change.allCases, Survival.all)
    func `an acknowledged change survives a power cut`(change: Change, survival: Survival) async throws {
        let simulated = try await change.prepare()
        try await change.perform(on: simulated.open())
        simulated.disk.restartMachine(keepingNames: survival.names, keepingBytes: survival.bytes)
        #expect(await simulated.value() == change.after)
    }

    /// The directory that a crashed process created exists, but may not be durable.
    @Test func `a save after a crash of the previous process survives a power cut`() async throws {
        let count = try await Change.create.countCalls()
        for step in 0..<count {
            let simulated = SimulatedFile()
            simulated.disk.plan(.crash, afterCalls: step)
            await #expect(throws: DurableFileError.self) { try await simulated.open().write(Data("lost".utf8)) }
            simulated.disk.restartProcess()
            try await simulated.open().write(Data("kept".utf8))
            simulated.disk.restartMachine(keepingNames: false, keepingBytes: false)
            #expect(await simulated.value() == "kept", "call \(step)")
        }
    }
}
