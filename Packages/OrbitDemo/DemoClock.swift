public import Foundation
public import TimeAndChance

/// A clock that runs like another clock and can be moved forward, for demonstrations in which a user skips the time
/// until a meetup.
///
/// ```swift
/// let clock = DemoClock()
/// let campus = try await DemoCampus(time: clock)
/// clock.advance(by: .seconds(3_600))      // expiries, reminders and simulated life follow
/// ```
public final class DemoClock: TimeSource {
    private struct State {
        /// The time that the user has skipped.
        var skipped = Duration.zero
        /// The signals of the waiting sleeps, sent by each advance.
        var sleepers: [Int: AsyncSignal] = [:]
        var lastSleeper = 0
    }

    private let base: any TimeSource
    private let state = LockedState(State())

    /// Creates a clock that shows the time of another clock until it is advanced.
    public init(over base: any TimeSource = SystemClock()) {
        self.base = base
    }

    /// The date of the other clock, plus the skipped time.
    public var date: Date {
        base.date.addingTimeInterval(skipped / .seconds(1))
    }

    /// The uptime of the other clock, plus the skipped time.
    public var uptime: Duration { base.uptime + skipped }

    /// The time that was skipped in total.
    public var skipped: Duration { state.withLock { $0.skipped } }

    /// Moves the clock forward. All sleeps whose deadline is reached end. A negative duration has no effect.
    public func advance(by duration: Duration) {
        guard duration > .zero else { return }
        let sleepers: [AsyncSignal] = state.withLock { state in
            state.skipped += duration
            return Array(state.sleepers.values)
        }
        for sleeper in sleepers { sleeper.send() }
    }

    /// Suspends the caller for a duration, or less if the clock is advanced.
    public func sleep(for duration: Duration) async throws(CancellationError) {
        try await self.sleep(until: uptime + duration)
    }

    /// Suspends the caller until the uptime reaches a deadline, also by an advance.
    public func sleep(until deadline: Duration) async throws(CancellationError) {
        while uptime < deadline {
            let wakeup = AsyncSignal()
            let id: Int = state.withLock { state in
                state.lastSleeper += 1
                state.sleepers[state.lastSleeper] = wakeup
                return state.lastSleeper
            }
            // An advance between the condition and the registration has sent no signal, so the time is read again.
            let rest = deadline - uptime
            let timer = Task { [base] in
                do { try await base.sleep(for: rest) } catch { return }
                wakeup.send()
            }
            await wakeup.wait()
            timer.cancel()
            state.withLock { $0.sleepers[id] = nil }
            if Task.isCancelled { throw CancellationError() }
        }
    }
}
