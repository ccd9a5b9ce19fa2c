import Observation
import Presentation
import TimeAndChance

/// The automatic logout after inactivity, with a warning before it.
///
/// A front end calls ``noteInteraction()`` for each tap or command, and runs the clock of the app, so that
/// ``state`` is observable. Time in which the device sleeps counts. An interaction after the deadline does not extend
/// the session: a device that wakes after an hour asks for a sign-in.
@MainActor @Observable public final class InactivityMonitor {
    /// The state of the session.
    public enum State: Hashable, Sendable {
        /// No rider is signed in.
        case off
        /// The rider has used the app recently.
        case active
        /// The session ends soon unless the rider uses the app.
        case warning(left: Duration)
        /// The session has ended.
        case expired
    }

    /// The time without interaction after which the session ends.
    public let limit: Duration
    /// The time before the end in which ``state`` is a warning.
    public let warningTime: Duration

    private let time: any TimeSource
    private let clock: ScreenClock
    private var deadline: Duration?

    /// Creates a monitor that is off.
    ///
    /// - Parameters:
    ///   - limit: The time without interaction, at least a second.
    ///   - warningTime: The duration of the warning, at most half of `limit`.
    ///   - time: The source of the time.
    ///   - clock: A clock over `time`, which notifies observers.
    public init(limit: Duration, warningTime: Duration = .seconds(60), time: any TimeSource, clock: ScreenClock) {
        let limit = max(limit, .seconds(1))
        self.limit = limit
        self.warningTime = min(max(warningTime, .zero), limit / 2)
        (self.time, self.clock) = (time, clock)
    }

    /// The state. While the clock runs, observers are notified of the warning and then of each second.
    public var state: State {
        guard let deadline else { return .off }
        guard clock.isReached(deadline - warningTime) else { return .active }
        let left = clock.timeLeft(until: deadline)
        return left > .zero ? .warning(left: left) : .expired
    }

    /// Notes that the rider uses the app. Does nothing after the deadline.
    public func noteInteraction() {
        guard let deadline, time.uptime < deadline else { return }
        self.deadline = time.uptime + limit
    }

    func start() { deadline = time.uptime + limit }

    func stop() { deadline = nil }

    /// Waits for the end of the session.
    ///
    /// - Returns: Whether the deadline has passed; `false` if the monitor was stopped or the task was cancelled.
    func waitForExpiry() async -> Bool {
        while let deadline {
            if time.uptime >= deadline { return true }
            do { try await time.sleep(until: deadline) } catch { return false }
        }
        return false
    }
}
