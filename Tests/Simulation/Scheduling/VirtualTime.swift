import TimeAndChance

/// The time of a simulation. It moves only when no job is ready, and then to the end of the next sleep.
// Unchecked, because the scheduler runs all jobs on one thread.
final class VirtualTime: @unchecked Sendable {
    private struct Sleeper {
        let id: Int
        var end: Duration
        let process: ProcessLife?
        let continuation: CheckedContinuation<Bool, Never>
    }

    /// The time since ``DeviceClock/start``.
    private(set) var now: Duration
    /// The sleeps, the next to end last.
    private var sleepers: [Sleeper] = []
    /// The sleeps of frozen processes that would have ended.
    private var postponed: [Sleeper] = []
    private var lastID = 0
    private var hasEnded = false

    /// The longest sleep. A longer sleep of a client is as good as an endless one.
    private static let longestSleep = Duration.seconds(1_000_000_000)

    /// Creates the time of a simulation.
    init(now: Duration = .zero) { self.now = now }

    /// The number of pending sleeps.
    var sleeperCount: Int { sleepers.count + postponed.count }

    /// Suspends the caller for a duration.
    ///
    /// - Parameters:
    ///   - duration: The duration. If it is zero or negative, the call returns at once.
    ///   - process: The process of the caller. Its end ends the sleep, and a frozen process does not wake.
    /// - Throws: `CancellationError` if the task is cancelled, or if the process or the simulation has ended.
    func sleep(for duration: Duration, in process: ProcessLife? = nil) async throws(CancellationError) {
        if hasEnded || process?.hasEnded ?? false { throw CancellationError() }
        guard duration > .zero else { return }
        lastID += 1
        let (id, end) = (lastID, now + min(duration, Self.longestSleep))
        let hasElapsed = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A cancellation before this line is detected here, and a later cancellation finds the sleeper.
                guard !Task.isCancelled else { return continuation.resume(returning: false) }
                add(Sleeper(id: id, end: end, process: process, continuation: continuation))
            }
        } onCancel: {
            cancel { $0.id == id }
        }
        guard hasElapsed else { throw CancellationError() }
    }

    /// Moves the time to the end of the next sleep, and ends this sleep.
    ///
    /// - Returns: Whether a sleep was pending.
    func advance() -> Bool {
        while let next = sleepers.popLast() {
            guard next.process?.isFrozen != true else {
                postponed.append(next)
                continue
            }
            now = max(now, next.end)
            next.continuation.resume(returning: true)
            return true
        }
        return false
    }

    /// Ends the sleeps that were due while a process was frozen. Call it when the process is no longer frozen.
    func thaw(_ process: ProcessLife) {
        let due = postponed.filter { $0.process === process }
        postponed.removeAll { $0.process === process }
        for var sleeper in due {
            sleeper.end = now
            add(sleeper)
        }
    }

    /// Ends all sleeps of a process with `CancellationError`.
    func end(_ process: ProcessLife) {
        cancel { $0.process === process }
    }

    /// Ends all sleeps, also those that begin later, with `CancellationError`.
    func end() {
        hasEnded = true
        cancel { _ in true }
    }

    private func add(_ sleeper: Sleeper) {
        // Sleeps with the same end end in the order in which they began.
        let place = sleepers.firstIndex { $0.end <= sleeper.end } ?? sleepers.endIndex
        sleepers.insert(sleeper, at: place)
    }

    private func cancel(where isCancelled: (Sleeper) -> Bool) {
        let cancelled = sleepers.filter(isCancelled) + postponed.filter(isCancelled)
        guard !cancelled.isEmpty else { return }
        sleepers.removeAll(where: isCancelled)
        postponed.removeAll(where: isCancelled)
        for sleeper in cancelled { sleeper.continuation.resume(returning: false) }
    }
}
