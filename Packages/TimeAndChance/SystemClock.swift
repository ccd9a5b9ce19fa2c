public import Foundation

/// The machine's own clocks.
public struct SystemClock: TimeSource {
    private static let origin = ContinuousClock.now

    public init() {}

    public var date: Date { Date() }

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
