public import Foundation

/// A source of time. It is always injected, so that a test controls how fast time passes.
public protocol TimeSource: Sendable {
    /// The wall clock. Users and networks can set it, so it may jump. Never measure a duration with it.
    var date: Date { get }

    /// The time since a fixed, arbitrary origin. It never decreases.
    var uptime: Duration { get }

    /// Suspends the caller for a duration.
    ///
    /// - Parameter duration: The duration. If it is zero or negative, the call returns at once.
    /// - Throws: `CancellationError` if the task is cancelled.
    func sleep(for duration: Duration) async throws(CancellationError)

    /// Suspends the caller until the uptime reaches a deadline.
    ///
    /// A clock that a test advances compares its uptime with the deadline and begins the sleep in one step, so that no
    /// advance is lost in between. The default implementation first computes the duration.
    ///
    /// - Parameter deadline: The uptime to wait for. If it has passed, the call returns at once.
    /// - Throws: `CancellationError` if the task is cancelled.
    func sleep(until deadline: Duration) async throws(CancellationError)
}

extension TimeSource {
    public func sleep(until deadline: Duration) async throws(CancellationError) {
        try await sleep(for: deadline - uptime)
    }
}

/// The clocks of the operating system.
public struct SystemClock: TimeSource {
    private static let origin = ContinuousClock.now

    /// Creates the source. All values share the origin of ``uptime``.
    public init() {}

    /// The current date. It may jump.
    public var date: Date { Date() }

    /// The time since the process first read it, including time in which the device sleeps (`ContinuousClock`).
    public var uptime: Duration { ContinuousClock.now - Self.origin }

    /// Suspends the caller for a duration, in slices of at most a day.
    // `Task.sleep` traps on durations near `Int64.max` nanoseconds.
    public func sleep(for duration: Duration) async throws(CancellationError) {
        let slice = Duration.seconds(86_400)
        var remaining = duration
        while remaining > .zero {
            do {
                try await Task.sleep(for: min(remaining, slice))
            } catch {
                throw CancellationError()
            }
            remaining -= slice
        }
    }
}
