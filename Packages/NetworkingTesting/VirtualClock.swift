public import Foundation
public import TimeAndChance

/// A clock that moves only when a test advances it, so that the test decides when waits end.
///
/// ```swift
/// let clock = VirtualClock()
/// async let greeting = client.send(endpoint)
/// await clock.waitForSleepers(atLeast: 2)  // the call's deadline, and its wait before the second attempt
/// clock.advance(by: .seconds(1))
/// ```
///
/// A sleeper that wakes during an advance already reads the time after the advance. To observe each step, advance in
/// steps.
public final class VirtualClock: TimeSource {
    private let state: LockedState<State>

    /// Creates a clock at `date` that moves only when it is advanced.
    public init(date: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
        state = LockedState(State(date: date, patience: .zero))
    }

    private init(date: Date, patience: Duration) {
        state = LockedState(State(date: date, patience: patience))
    }

    /// Creates a clock that advances itself by the duration of each sleep of at most `limit`. Such a sleep takes no
    /// real time. Longer sleeps, such as deadlines, end when the clock has advanced to their end.
    public static func selfAdvancing(
        from date: Date = Date(timeIntervalSince1970: 1_800_000_000), upTo limit: Duration = .seconds(20)
    ) -> VirtualClock {
        VirtualClock(date: date, patience: limit)
    }

    /// The date by this clock.
    public var date: Date { state.withLock { $0.date } }

    /// The time that has passed on this clock.
    public var uptime: Duration { state.withLock { $0.uptime } }

    /// The remaining time of each sleep, shortest first.
    public var pendingSleeps: [Duration] {
        state.withLock { state in state.sleepers.map { $0.end - state.uptime } }
    }

    /// Suspends until the clock has advanced by `duration`.
    public func sleep(for duration: Duration) async throws(CancellationError) {
        guard duration > .zero else { return }
        try await sleep { state, sleeper in
            state.add(sleeper, for: duration, isCancelled: Task.isCancelled)
        }
    }

    /// Suspends until the uptime reaches `deadline`. An advance just before the sleep begins shortens the sleep by the
    /// same duration.
    public func sleep(until deadline: Duration) async throws(CancellationError) {
        try await sleep { state, sleeper in
            let duration = deadline - state.uptime
            return duration > .zero
                ? state.add(sleeper, for: duration, isCancelled: Task.isCancelled)
                : [Wakeup(sleeper: sleeper, hasElapsed: true)]
        }
    }

    private func sleep(
        _ begin: @escaping @Sendable (inout State, Sleeper) -> [Wakeup]
    ) async throws(CancellationError) {
        let id = state.withLock { $0.makeID() }
        let hasElapsed = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A cancellation before this line is detected here, and a later cancellation finds the sleeper.
                let sleeper = Sleeper(id: id, continuation: continuation)
                resume(state.withLock { begin(&$0, sleeper) })
            }
        } onCancel: {
            resume(state.withLock { $0.remove(id) })
        }
        guard hasElapsed else { throw CancellationError() }
    }

    /// Advances the clock and the date. Wakes the sleepers that are due, in the order of their deadlines.
    public func advance(by duration: Duration) {
        resume(state.withLock { $0.advance(by: duration) })
    }

    /// Advances the clock until its date is `date`. Wakes the sleepers that are due.
    public func advance(to date: Date) {
        resume(state.withLock { $0.advance(by: .seconds(date.timeIntervalSince($0.date))) })
    }

    /// Changes only the date, like a user or a time server.
    public func jumpDate(by duration: Duration) {
        state.withLock { $0.date += duration.inSeconds }
    }

    /// Waits until at least `count` sleeps are pending, or until the caller is cancelled.
    public func waitForSleepers(atLeast count: Int) async {
        let id = state.withLock { $0.makeID() }
        _ = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let watcher = Sleeper(id: id, continuation: continuation)
                resume(state.withLock { $0.add(watcher, awaiting: count, isCancelled: Task.isCancelled) })
            }
        } onCancel: {
            resume(state.withLock { $0.remove(id) })
        }
    }

    private func resume(_ wakeups: [Wakeup]) {
        for wakeup in wakeups { wakeup.sleeper.continuation.resume(returning: wakeup.hasElapsed) }
    }
}

/// A task suspended on the clock. It resumes with `true` if it has reached its condition, and `false` if it was
/// cancelled.
private struct Sleeper {
    let id: UInt64
    let continuation: CheckedContinuation<Bool, Never>
    var end = Duration.zero
    var awaited = 0
}

private struct Wakeup {
    let sleeper: Sleeper
    let hasElapsed: Bool
}

private struct State {
    var date: Date
    let patience: Duration
    var uptime = Duration.zero
    /// In the order in which they are due.
    var sleepers: [Sleeper] = []
    var watchers: [Sleeper] = []
    private var lastID: UInt64 = 0

    init(date: Date, patience: Duration) {
        self.date = date
        self.patience = patience
    }

    mutating func makeID() -> UInt64 {
        lastID += 1
        return lastID
    }

    mutating func add(_ sleeper: Sleeper, for duration: Duration, isCancelled: Bool) -> [Wakeup] {
        if isCancelled { return [Wakeup(sleeper: sleeper, hasElapsed: false)] }
        if duration <= patience { return advance(by: duration) + [Wakeup(sleeper: sleeper, hasElapsed: true)] }
        var sleeper = sleeper
        sleeper.end = uptime + duration
        let place = sleepers.firstIndex { $0.end > sleeper.end } ?? sleepers.endIndex
        sleepers.insert(sleeper, at: place)
        let satisfied = watchers.filter { $0.awaited <= sleepers.count }
        watchers.removeAll { $0.awaited <= sleepers.count }
        return satisfied.map { Wakeup(sleeper: $0, hasElapsed: true) }
    }

    mutating func add(_ watcher: Sleeper, awaiting count: Int, isCancelled: Bool) -> [Wakeup] {
        if isCancelled || count <= sleepers.count { return [Wakeup(sleeper: watcher, hasElapsed: !isCancelled)] }
        var watcher = watcher
        watcher.awaited = count
        watchers.append(watcher)
        return []
    }

    mutating func advance(by duration: Duration) -> [Wakeup] {
        guard duration > .zero else { return [] }
        uptime += duration
        date += duration.inSeconds
        let due = sleepers.prefix { $0.end <= uptime }
        sleepers.removeFirst(due.count)
        return due.map { Wakeup(sleeper: $0, hasElapsed: true) }
    }

    mutating func remove(_ id: UInt64) -> [Wakeup] {
        let cancelled = (sleepers + watchers).filter { $0.id == id }
        sleepers.removeAll { $0.id == id }
        watchers.removeAll { $0.id == id }
        return cancelled.map { Wakeup(sleeper: $0, hasElapsed: false) }
    }
}

extension Duration {
    fileprivate var inSeconds: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) * 1e-18
    }
}
