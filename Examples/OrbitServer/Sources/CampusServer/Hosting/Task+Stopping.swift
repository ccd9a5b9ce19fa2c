import ServiceLifecycle
import TimeAndChance

extension Task where Success == Never, Failure == Never {
    /// Whether the current task is cancelled, or its service has to end because the server stops.
    static var isStopping: Bool { isCancelled || isShuttingDownGracefully }

    /// Sleeps between two passes of a service that repeats its work. Returns early when the service has to end.
    ///
    /// - Parameters:
    ///   - interval: The time between two passes.
    ///   - time: The clock.
    static func pause(for interval: Duration, on time: any TimeSource) async {
        // The error only states that the service ends, and `isStopping` states it, too.
        try? await cancelWhenGracefulShutdown { try await time.sleep(for: interval) }
    }
}
