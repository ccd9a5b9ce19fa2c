import TimeAndChance

/// The pauses after transient failures.
enum LaneBackoff {
    private static let first = Duration.seconds(1)
    private static let longest = Duration.seconds(30)
    private static let longestOfServer = Duration.seconds(3_600)

    /// Returns the pause after a failure: exponential, with half of it random so that devices do not retry in step.
    ///
    /// - Parameters:
    ///   - failures: The consecutive failures of the lane, 1 or more.
    ///   - retryAfter: The least pause that the server asked for.
    ///   - random: The source of jitter.
    static func pause(after failures: Int, retryAfter: Duration?, random: RandomSource) -> Duration {
        let full = min(first * (1 << min(max(failures, 1) - 1, 5)), longest)
        let own = full / 2 + full / 2 * random.unit()
        return max(own, min(retryAfter ?? .zero, longestOfServer))
    }
}
