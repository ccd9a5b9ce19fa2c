import DiskSimulation
import DurableFiles
import Foundation
import NetworkingTesting
import Testing
import TimeAndChance

@Suite struct LockingTests {
    @Test func `concurrent increments by tasks of a process lose no update`() async throws {
        let simulated = SimulatedFile()
        let file = simulated.open()
        try await withThrowingTaskGroup { group in
            for _ in 0..<200 {
                group.addTask { try await file.increment() }
            }
            try await group.waitForAll()
        }
        #expect(await file.read().text == "200")
    }

    @Test func `concurrent increments by simulated processes lose no update`() async throws {
        let disk = SimulatedDisk()
        let clock = VirtualClock()
        let random = RandomSource.seeded(1)
        let driver = Task {
            while !Task.isCancelled {
                await clock.waitForSleepers(atLeast: 1)
                clock.advance(by: .milliseconds(50))
            }
        }
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                let file = DurableFile(
                    "session", in: PrivateDirectory("private", under: "/home", on: disk),
                    lockTimeout: .seconds(1_000_000),
                    time: clock, random: random)
                group.addTask {
                    for _ in 0..<25 { try await file.increment() }
                }
            }
            try await group.waitForAll()
        }
        driver.cancel()
        let file = DurableFile("session", in: PrivateDirectory("private", under: "/home", on: disk))
        #expect(await file.read().text == "200")
    }

    @Test func `the lock is held while its body is suspended, and is released afterwards`() async throws {
        let simulated = SimulatedFile()
        let other = simulated.open(lockTimeout: .milliseconds(100))
        try await simulated.open().withLock { file in
            try file.write(Data("mine".utf8))
            await #expect(throws: DurableFileError.unavailable(.busy)) { try await other.write(Data("yours".utf8)) }
            #expect(file.read().text == "mine")
        }
        try await other.write(Data("yours".utf8))
        #expect(await simulated.value() == "yours")
    }

    @Test func `a read succeeds while the lock is held`() async throws {
        let simulated = SimulatedFile()
        try await simulated.open().withLock { file in
            try file.write(Data("value".utf8))
            #expect(await simulated.value() == "value")
        }
    }

    @Test func `a writer gives up on a held lock after the lock timeout`() async throws {
        let simulated = SimulatedFile()
        let start = simulated.clock.uptime
        try await simulated.open().withLock { _ in
            let other = simulated.open(lockTimeout: .seconds(5))
            await #expect(throws: DurableFileError.unavailable(.busy)) { try await other.write(Data()) }
        }
        let waited = simulated.clock.uptime - start
        #expect(waited >= .seconds(5) && waited < .seconds(5.1))
    }

    @Test func `a writer with a timeout of zero does not wait`() async throws {
        let simulated = SimulatedFile()
        try await simulated.open().withLock { _ in
            let start = simulated.clock.uptime
            let other = simulated.open(lockTimeout: .zero)
            await #expect(throws: DurableFileError.unavailable(.busy)) { try await other.write(Data()) }
            #expect(simulated.clock.uptime == start)
        }
    }

    @Test func `a waiting writer tries to lock at least every 50 milliseconds`() async throws {
        let simulated = SimulatedFile()
        let clock = VirtualClock()
        let other = DurableFile(
            "session", in: PrivateDirectory("private", under: "/home", on: simulated.disk), time: clock,
            random: .seeded(1))
        try await simulated.open().withLock { _ in
            let waiter = Task { try await other.write(Data()) }
            for _ in 0..<20 {
                await clock.waitForSleepers(atLeast: 1)
                #expect(clock.pendingSleeps.allSatisfy { $0 <= .milliseconds(50) })
                clock.advance(by: .milliseconds(50))
            }
            waiter.cancel()
            await #expect(throws: CancellationError.self) { try await waiter.value }
        }
    }

    @Test func `a waiting writer does not block the creation of another file`() async throws {
        let simulated = SimulatedFile()
        let clock = VirtualClock()
        let directory = PrivateDirectory("private", under: "/home", on: simulated.disk)
        let waiting = DurableFile("session", in: directory, time: clock, random: .seeded(1))
        let waiter = try await simulated.open().withLock { _ in
            let waiter = Task { try await waiting.write(Data("late".utf8)) }
            await clock.waitForSleepers(atLeast: 1)
            return waiter
        }
        try await DurableFile("other", in: directory, lockTimeout: .zero).write(Data("first".utf8))
        clock.advance(by: .milliseconds(50))
        _ = try await waiter.value
        #expect(await simulated.value() == "late")
    }

    @Test func `an error in the body is rethrown and releases the lock`() async throws {
        struct Failure: Error {}
        let simulated = try await Change.overwrite.prepare()
        let file = simulated.open()
        await #expect(throws: Failure.self) {
            try await file.withLock { _ in throw Failure() }
        }
        try await file.write(Data("new".utf8))
        #expect(await simulated.value() == "new")
    }

    @Test func `a lock is released when its process dies`() async throws {
        let simulated = try await Change.overwrite.prepare()
        try await simulated.open().withLock { _ in
            simulated.disk.restartProcess()
            try await simulated.open(lockTimeout: .zero).write(Data("new".utf8))
        }
        #expect(await simulated.value() == "new")
    }

    @Test func `removing the value keeps the lock file`() async throws {
        let simulated = try await Change.remove.prepare()
        try await simulated.open().remove()
        #expect(simulated.disk.files(in: SimulatedFile.path) == ["session.lock": []])
    }

    @Test func `a new lock file is locked even with a timeout of zero`() async throws {
        let simulated = SimulatedFile()
        try await simulated.open(lockTimeout: .zero).write(Data("new".utf8))
        #expect(await simulated.value() == "new")
    }

    @Test func `the lock of a file blocks the creation, but not the update, of another file`() async throws {
        let simulated = SimulatedFile()
        try await simulated.open().withLock { _ in
            let other = DurableFile(
                "other", in: PrivateDirectory("private", under: "/home", on: simulated.disk), lockTimeout: .zero)
            // The other process needs its lock file first, which it can create only while no lock is held.
            await #expect(throws: DurableFileError.unavailable(.busy)) { try await other.write(Data()) }
        }
        let other = DurableFile("other", in: PrivateDirectory("private", under: "/home", on: simulated.disk))
        try await other.write(Data("first".utf8))
        try await simulated.open().withLock { _ in
            _ = try await other.write(Data("second".utf8))
        }
        #expect(await other.read().text == "second")
    }

    @Test func `a cancelled task leaves the queue for the lock, and the next task proceeds`() async throws {
        let simulated = SimulatedFile()
        let file = simulated.open()
        let waiter = try await file.withLock { exclusive in
            let waiter = Task { try await file.write(Data("never".utf8)) }
            waiter.cancel()
            await #expect(throws: CancellationError.self) { try await waiter.value }
            try exclusive.write(Data("first".utf8))
            return Task { try await file.write(Data("second".utf8)) }
        }
        _ = try await waiter.value
        #expect(await simulated.value() == "second")
    }

    @Test func `a task that waits for the lock of another process stops when cancelled`() async throws {
        let simulated = SimulatedFile()
        let clock = VirtualClock()
        let other = DurableFile(
            "session", in: PrivateDirectory("private", under: "/home", on: simulated.disk), time: clock)
        try await simulated.open().withLock { _ in
            let waiter = Task { try await other.write(Data("never".utf8)) }
            await clock.waitForSleepers(atLeast: 1)
            waiter.cancel()
            await #expect(throws: CancellationError.self) { try await waiter.value }
        }
        #expect(await simulated.open().read() == .absent)
    }
}

extension DurableFile {
    /// Reads a number and writes its successor. Other tasks can run in between.
    func increment() async throws {
        try await withLock { file in
            let number = Int(file.read().text ?? "0") ?? -1
            await Task {}.value
            try file.write(Data(String(number + 1).utf8))
        }
    }
}
