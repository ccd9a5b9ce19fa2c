/// The entries of a lane by their sequences, in their order.
struct OutboxLane: Sendable {
    /// The entries to send. Sequences of entries that no longer exist are skipped when they are first.
    var queue = FIFOQueue<UInt64>()
    /// The entries of kinds without a sender, by kind. Other entries overtake them.
    var parked: [String: [UInt64]] = [:]
    /// Whether a task sends the lane's entries.
    var isRunning = false
    /// Whether the lane is in the queue of lanes that can send.
    var isReady = false
    /// The consecutive failures.
    var failures = 0
    /// The uptime before which the lane sends nothing, after a failure.
    var retryAt: Duration?

    var isIdle: Bool { queue.isEmpty && parked.isEmpty && !isRunning && !isReady && retryAt == nil }
}
