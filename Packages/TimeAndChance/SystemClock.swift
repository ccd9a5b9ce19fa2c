public import Foundation

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
