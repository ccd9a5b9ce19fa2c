import Testing
import TimeAndChance

/// The order in which tasks acquire a lock, and what a cancelled task leaves behind.
@Suite struct FairLockTests {
    /// The main actor runs no other task between the note of an arrival and the call. Tasks of several priorities tempt the
    /// later ones to overtake.
    @MainActor @Test func `waiting tasks acquire the lock in the order of their calls, in whichever order they start`()
        async throws
    {
        let lock = FairLock()
        let waiting = 300
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        var (arrived, served): ([Int], [Int]) = ([], [])
        var tasks: [Task<Void, any Error>] = []
        try await lock.withLock {
            for number in 0..<waiting {
                tasks.append(
                    Task(priority: number.isMultiple(of: 2) ? .background : .userInitiated) {
                        arrived.append(number)
                        arrival.yield()
                        try await lock.withLock { served.append(number) }
                    })
            }
            for await _ in arrivals.prefix(waiting) {}
            #expect(served.isEmpty)
        }
        for task in tasks { try await task.value }
        #expect(served.count == waiting)
        #expect(zip(served, arrived).first { $0 != $1 } == nil)
    }

    @Test func `tasks that are cancelled at any moment in line leave the lock free`() async throws {
        let lock = FairLock()
        let served = LockedState(0)
        let tasks = (0..<300).map { _ in
            Task { try await lock.withLock { served.withLock { $0 += 1 } } }
        }
        for (number, task) in tasks.enumerated() where number.isMultiple(of: 2) { task.cancel() }
        var completed = 0
        for task in tasks where try await task.hasCompleted { completed += 1 }
        #expect(completed >= 150)
        #expect(served.withLock { $0 } == completed)
        try await lock.withLock {}
    }

    @Test func `a cancelled task that locks without cancellation has its turn`() async throws {
        let lock = FairLock()
        let served = LockedState(0)
        await lock.lock()
        let task = Task {
            await lock.lock()
            served.withLock { $0 += 1 }
            lock.unlock()
        }
        task.cancel()
        #expect(served.withLock { $0 } == 0)
        lock.unlock()
        await task.value
        #expect(served.withLock { $0 } == 1)
        #expect(!lock.isAwaited)
        try await lock.withLock {}
    }
}

extension Task<Void, any Error> {
    /// Whether the task has completed; `false` if it was cancelled first.
    fileprivate var hasCompleted: Bool {
        get async throws {
            do {
                try await value
                return true
            } catch is CancellationError {
                return false
            }
        }
    }
}
