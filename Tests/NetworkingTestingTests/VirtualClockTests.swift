import Foundation
import NetworkingTesting
import Testing
import TimeAndChance

@Suite struct VirtualClockTests {
    private let clock = VirtualClock(date: Date(timeIntervalSince1970: 0))

    /// Sleeps on the clock, then adds its name to the log.
    private func sleeper(_ name: String, for duration: Duration, log: LockedState<[String]>) async throws {
        try await clock.sleep(for: duration)
        log.withLock { $0.append(name) }
    }

    @Test func `a virtual clock advances only when it is advanced`() {
        let uptime = clock.uptime
        #expect(clock.date == Date(timeIntervalSince1970: 0))
        clock.advance(by: .milliseconds(1_500))
        #expect(clock.date == Date(timeIntervalSince1970: 1.5))
        #expect(clock.uptime - uptime == .milliseconds(1_500))
    }

    @Test func `the uptime never decreases, and the date may`() {
        clock.advance(by: .seconds(10))
        let uptime = clock.uptime
        clock.advance(by: .seconds(-5))
        #expect(clock.uptime == uptime)
        clock.jumpDate(by: .seconds(-100))
        #expect(clock.uptime == uptime)
        #expect(clock.date == Date(timeIntervalSince1970: -90))
    }

    @Test func `sleepers wake in the order of their deadlines`() async throws {
        let log = LockedState<[String]>([])
        try await withThrowingTaskGroup { group in
            for (name, seconds) in [("c", 3), ("a", 1), ("b", 2)] {
                group.addTask { try await sleeper(name, for: .seconds(seconds), log: log) }
            }
            await clock.waitForSleepers(atLeast: 3)
            #expect(clock.pendingSleeps == [.seconds(1), .seconds(2), .seconds(3)])
            for expected in [["a"], ["a", "b"], ["a", "b", "c"]] {
                clock.advance(by: .seconds(1))
                try await group.next()
                #expect(log.withLock { $0 } == expected)
            }
        }
        #expect(clock.pendingSleeps.isEmpty)
    }

    @Test func `an advance wakes all sleepers that are due, and keeps later sleepers`() async throws {
        let log = LockedState<[String]>([])
        try await withThrowingTaskGroup { group in
            for (name, seconds) in [("a", 1), ("b", 2), ("c", 60)] {
                group.addTask { try await sleeper(name, for: .seconds(seconds), log: log) }
            }
            await clock.waitForSleepers(atLeast: 3)
            clock.advance(by: .seconds(2))
            try await group.next()
            try await group.next()
            #expect(Set(log.withLock { $0 }) == ["a", "b"])
            #expect(clock.pendingSleeps == [.seconds(58)])
            clock.advance(by: .seconds(58))
        }
    }

    @Test func `a sleep of zero or less returns at once, also in a cancelled task`() async throws {
        try await clock.sleep(for: .zero)
        try await clock.sleep(for: .seconds(-1))
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .zero)
        }
        try await cancelled.value
    }

    @Test func `a sleep until an uptime ends there, and at once if it has passed`() async throws {
        let start = clock.uptime
        clock.advance(by: .seconds(2))
        try await clock.sleep(until: start + .seconds(2))
        #expect(clock.pendingSleeps.isEmpty)
        async let slept: Void = clock.sleep(until: start + .seconds(5))
        await clock.waitForSleepers(atLeast: 1)
        #expect(clock.pendingSleeps == [.seconds(3)])
        clock.advance(by: .seconds(3))
        try await slept
    }

    @Test func `a cancelled sleeper wakes with an error and is removed`() async throws {
        let task = Task { try await clock.sleep(for: .seconds(Int64.max)) }
        await clock.waitForSleepers(atLeast: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.pendingSleeps.isEmpty)
    }

    @Test func `a task cancelled before it sleeps does not sleep`() async throws {
        let task = Task {
            await clock.waitForSleepers(atLeast: 1)  // returns because the task is cancelled
            try await clock.sleep(for: .seconds(1))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a self-advancing clock passes short sleeps and keeps long sleeps`() async throws {
        let clock = VirtualClock.selfAdvancing(from: Date(timeIntervalSince1970: 0), upTo: .seconds(20))
        let deadline = Task { try await clock.sleep(for: .seconds(30)) }
        await clock.waitForSleepers(atLeast: 1)
        try await clock.sleep(for: .seconds(20))
        #expect(clock.date == Date(timeIntervalSince1970: 20))
        #expect(clock.pendingSleeps == [.seconds(10)])
        try await clock.sleep(for: .seconds(15))
        try await deadline.value
    }
}
