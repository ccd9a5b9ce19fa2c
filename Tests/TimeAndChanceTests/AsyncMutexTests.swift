import Testing
import TimeAndChance

/// The order in which tasks acquire a lock, and the state of the lock after tasks are cancelled.
@Suite struct AsyncMutexTests {
    /// The tasks have several priorities, so that later tasks could overtake earlier tasks.
    @MainActor @Test func `waiting tasks acquire the lock in the order of their calls, in any order of starting`()
        async throws
    {
        let lock = AsyncMutex()
        let waiting = 300
        let line = try await lock.withLock {
            let line = WaitingLine(of: waiting, at: lock) { $0.isMultiple(of: 2) ? .background : .userInitiated }
            await line.hasArrived()
            #expect(line.served.isEmpty)
            return line
        }
        for task in line.tasks { try await task.value }
        #expect(line.served.count == waiting)
        #expect(zip(line.served, line.arrived).first { $0 != $1 } == nil)
    }

    @Test func `tasks that are cancelled while they wait leave the lock free`() async throws {
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

    @MainActor @Test func `waiting tasks keep their order after other waiting tasks are cancelled`()
        async throws
    {
        let lock = AsyncMutex()
        let line = try await lock.withLock {
            let line = WaitingLine(of: 300, at: lock)
            await line.hasArrived()
            for (number, task) in line.tasks.enumerated() where !number.isMultiple(of: 3) { task.cancel() }
            #expect(lock.isAwaited && line.served.isEmpty)
            return line
        }
        var completed = 0
        for task in line.tasks where try await task.hasCompleted { completed += 1 }
        #expect(completed == 100)
        #expect(line.served == line.arrived.filter { $0.isMultiple(of: 3) })
        #expect(!lock.isAwaited)
        try await lock.withLock {}
    }

    @MainActor @Test func `a task that locks without cancellation keeps its place when it is cancelled`()
        async throws
    {
        let lock = AsyncMutex()
        await lock.lock()
        let line = WaitingLine(of: 1, at: lock, isCancellable: false)
        await line.hasArrived()
        #expect(lock.isAwaited)
        for task in line.tasks { task.cancel() }
        #expect(lock.isAwaited && line.served.isEmpty)
        lock.unlock()
        for task in line.tasks { try await task.value }
        #expect(line.served == [0])
        #expect(!lock.isAwaited)
        try await lock.withLock {}
    }

    @MainActor @Test func `a task that is cancelled before it locks without cancellation acquires the lock`()
        async throws
    {
        let lock = AsyncMutex()
        await lock.lock()
        let line = WaitingLine(of: 1, at: lock, isCancellable: false)
        #expect(line.arrived.isEmpty)
        for task in line.tasks { task.cancel() }
        await line.hasArrived()
        #expect(lock.isAwaited && line.served.isEmpty)
        lock.unlock()
        for task in line.tasks { try await task.value }
        #expect(line.served == [0])
        #expect(!lock.isAwaited)
        try await lock.withLock {}
    }
}

/// Tasks that call a lock, with the order of their calls and of their acquisitions.
///
/// The main actor runs no other task between the entry in `arrived` and the call.
@MainActor private final class WaitingLine {
    private(set) var tasks: [Task<Void, any Error>] = []
    /// The numbers of the tasks that have called the lock.
    private(set) var arrived: [Int] = []
    /// The numbers of the tasks that have acquired the lock.
    private(set) var served: [Int] = []
    private let arrivals: AsyncStream<Void>

    init(
        of count: Int, at lock: AsyncMutex, isCancellable: Bool = true,
        priority: (Int) -> TaskPriority? = { _ in nil }
    ) {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        self.arrivals = arrivals
        for number in 0..<count {
            tasks.append(
                Task(priority: priority(number)) {
                    self.arrived.append(number)
                    arrival.yield()
                    if isCancellable {
                        try await lock.withLock { self.served.append(number) }
                    } else {
                        await lock.lock()
                        self.served.append(number)
                        lock.unlock()
                    }
                })
        }
    }

    /// Returns once each task has called the lock.
    func hasArrived() async {
        for await _ in arrivals.prefix(tasks.count) {}
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
