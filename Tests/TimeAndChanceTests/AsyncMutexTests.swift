import Testing
import TimeAndChance

/// The order in which tasks acquire a lock, and what a cancelled task leaves behind.
@Suite struct AsyncMutexTests {
    /// The main actor runs no other task between the note of an arrival and the call. Tasks of several priorities tempt the
    /// later ones to overtake.
    @MainActor @Test func `waiting tasks acquire the lock in the order of their calls, in whichever order they start`()
        async throws
    {
        let lock = AsyncMutex()
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
        let lock = AsyncMutex()
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

    @MainActor @Test func `tasks in line acquire the lock in their order after others in line are cancelled`()
        async throws
    {
        let lock = AsyncMutex()
        let waiting = 300
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        var (arrived, served): ([Int], [Int]) = ([], [])
        var tasks: [Task<Void, any Error>] = []
        try await lock.withLock {
            for number in 0..<waiting {
                tasks.append(
                    Task {
                        arrived.append(number)
                        arrival.yield()
                        try await lock.withLock { served.append(number) }
                    })
            }
            for await _ in arrivals.prefix(waiting) {}
            for (number, task) in tasks.enumerated() where !number.isMultiple(of: 3) { task.cancel() }
            #expect(lock.isAwaited && served.isEmpty)
        }
        var completed = 0
        for task in tasks where try await task.hasCompleted { completed += 1 }
        #expect(completed == 100)
        #expect(served == arrived.filter { $0.isMultiple(of: 3) })
        #expect(!lock.isAwaited)
        try await lock.withLock {}
    }

    /// The main actor runs no other task between the note of the arrival and the call.
    @MainActor @Test func `a task that locks without cancellation keeps its place when it is cancelled in line`()
        async throws
    {
        let lock = AsyncMutex()
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        var served = 0
        await lock.lock()
        let task = Task {
            arrival.yield()
            await lock.lock()
            served += 1
            lock.unlock()
        }
        for await _ in arrivals.prefix(1) {}
        #expect(lock.isAwaited)
        task.cancel()
        #expect(lock.isAwaited && served == 0)
        lock.unlock()
        await task.value
        #expect(served == 1)
        #expect(!lock.isAwaited)
        try await lock.withLock {}
    }

    @MainActor @Test func `a task that is cancelled before it locks without cancellation acquires the lock`()
        async throws
    {
        let lock = AsyncMutex()
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        var (wasCancelled, served) = (false, 0)
        await lock.lock()
        let task = Task {
            wasCancelled = Task.isCancelled
            arrival.yield()
            await lock.lock()
            served += 1
            lock.unlock()
        }
        task.cancel()
        for await _ in arrivals.prefix(1) {}
        #expect(wasCancelled && lock.isAwaited && served == 0)
        lock.unlock()
        await task.value
        #expect(served == 1)
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
