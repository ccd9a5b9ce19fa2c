public import Foundation

/// Where the time comes from. It is always injected, so that a test decides how fast time passes.
public protocol TimeSource: Sendable {
    /// The wall clock. People and networks set it, so it may jump: never measure a duration with it.
    var date: Date { get }

    /// The time since some fixed origin. It never goes backwards; the origin means nothing.
    var uptime: Duration { get }

    /// Suspends the caller for `duration`; returns at once if that is zero or less.
    func sleep(for duration: Duration) async throws(CancellationError)
}
