public import Foundation

/// A source of time. It is always injected, so that a test controls how fast time passes.
public protocol TimeSource: Sendable {
    /// The wall clock. Users and networks set it, so it may jump: never measure a duration with it.
    var date: Date { get }

    /// The time since a fixed, arbitrary origin. It never goes backwards.
    var uptime: Duration { get }

    /// Suspends the caller for `duration`; returns at once if it is zero or negative.
    func sleep(for duration: Duration) async throws(CancellationError)

    /// Suspends the caller until the uptime reaches `deadline`; returns at once if it has.
    ///
    /// A clock that a test advances compares the deadline and begins the sleep in one step, so an advance in between is
    /// not lost. The default computes the duration first.
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

    /// Creates the source; all values share the origin of ``uptime``.
    public init() {}

    /// The current date; may jump.
    public var date: Date { Date() }

    /// The time since the first use, including time asleep (`ContinuousClock`).
    public var uptime: Duration { ContinuousClock.now - Self.origin }

    /// Sleeps in slices of at most a day: `Task.sleep` traps on durations near `Int64.max` nanoseconds.
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
