public import Foundation
public import Observation
public import TimeAndChance

/// A clock that notifies observers when time changes a value on the screen.
///
/// Run one clock while a screen is shown. Properties that depend on time, such as `AuthViewModel.resendWait`, read the
/// clock, and so are observable like all others:
///
/// ```swift
/// let ticking = Task { await clock.run() }
/// for await wait in changes(of: { auth.resendWait }) { show(wait) }
/// ```
///
/// A reading is a call of ``now(changingAt:)``, ``timeLeft(until:)`` or ``isReached(_:)``. It returns the exact value
/// and declares the next instant at which the value changes. The clock sleeps until the earliest declared instant, then
/// notifies all observers, which read again. It notifies at most once a second on average. The time between two
/// notifications is at most ``granularity``, so that the clock also detects changes of the wall clock. The clock does
/// not wake up before the first reading.
///
/// While no task runs the clock, readings are exact as well, but observers are not notified.
///
/// To write a model, read ``now(changingAt:)``, ``timeLeft(until:)`` or ``isReached(_:)`` in each property that depends
/// on time. To test it, use a virtual clock as the time source, run the screen clock in a task, and advance the virtual
/// clock.
@MainActor @Observable public final class ScreenClock {
    /// The longest time between two notifications while a value is observed; at least one second.
    public let granularity: Duration

    private let time: any TimeSource
    /// The number of notifications. Each reading observes it.
    private var ticks = 0
    /// The uptime of the next tick; `nil` if no value was read since the last tick.
    @ObservationIgnored private var nextTick: Duration?
    @ObservationIgnored private var lastTick: Duration?
    /// Sent when a reading declares an earlier tick; one for each waiting call of ``run()``.
    @ObservationIgnored private var wakeups: [AsyncSignal] = []

    /// The shortest time between two ticks.
    private static let shortestInterval = Duration.seconds(1)
    /// A tick that is late by less than this does not delay the following ticks.
    private static let tolerance = Duration.milliseconds(500)

    /// Creates a clock that does not run.
    ///
    /// - Parameters:
    ///   - time: The source of the time.
    ///   - granularity: The longest time between two notifications while a value is observed; at least one second.
    public init(time: any TimeSource = SystemClock(), granularity: Duration = .seconds(60)) {
        self.time = time
        self.granularity = max(granularity, Self.shortestInterval)
    }

    /// The date. Observers are notified at intervals of ``granularity``.
    public var now: Date { now(changingAt: []) }

    /// Returns the date, for a value that changes at certain instants. Observers are notified at the next of them.
    ///
    /// - Parameter instants: The instants in any order. The function ignores past instants.
    /// - Returns: The present date of the time source.
    public func now(changingAt instants: [Date]) -> Date {
        let now = time.date
        let next = instants.filter { $0 > now }.min()
        // Rounded up to milliseconds: a tick just before the instant would show the old value for another second.
        let wait = next.map { ($0.timeIntervalSince(now) * 1_000).rounded(.up) / 1_000 } ?? .infinity
        scheduleTick(in: .seconds(min(wait, granularity / .seconds(1))))
        return now
    }

    /// Returns the time until a deadline. Observers are notified each time the remaining time reaches a whole number of
    /// seconds, including zero.
    ///
    /// - Parameter deadline: An uptime of the time source.
    /// - Returns: The exact time; zero after the deadline.
    public func timeLeft(until deadline: Duration) -> Duration {
        let left = max(deadline - time.uptime, .zero)
        guard left > .zero else { return left }
        let part = left - .seconds(left.components.seconds)
        scheduleTick(in: part > .zero ? part : .seconds(1))
        return left
    }

    /// Returns whether a deadline is reached. Observers are notified at the deadline.
    ///
    /// - Parameter deadline: An uptime of the time source.
    public func isReached(_ deadline: Duration) -> Bool {
        let left = deadline - time.uptime
        guard left > .zero else { return true }
        scheduleTick(in: min(left, granularity))
        return false
    }

    /// Notifies observers until the task is cancelled. Several tasks may run the same clock.
    public func run() async {
        while !Task.isCancelled {
            if let nextTick, nextTick <= time.uptime {
                tick(at: nextTick)
            } else {
                await pause()
            }
        }
    }

    /// Notifies all observers.
    private func tick(at planned: Duration) {
        let uptime = time.uptime
        lastTick = uptime - planned < Self.tolerance ? planned : uptime
        nextTick = nil
        ticks += 1
    }

    /// Observes the ticks, and schedules a tick after `wait` unless an earlier one is scheduled.
    private func scheduleTick(in wait: Duration) {
        _ = ticks
        let planned = time.uptime + wait
        let tick = lastTick.map { max(planned, $0 + Self.shortestInterval) } ?? planned
        if let nextTick, nextTick <= tick { return }
        nextTick = tick
        for wakeup in wakeups { wakeup.send() }
    }

    /// Waits until the next tick is due or another one is scheduled.
    private func pause() async {
        let wakeup = AsyncSignal()
        wakeups.append(wakeup)
        defer { wakeups.removeAll { $0 === wakeup } }
        guard let nextTick else { return await wakeup.wait() }
        let sleep = Task { [time] in
            // The sleep is cancelled only after the wakeup, which needs no second signal.
            do { try await time.sleep(until: nextTick) } catch { return }
            wakeup.send()
        }
        await wakeup.wait()
        sleep.cancel()
    }
}
