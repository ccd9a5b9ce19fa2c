/// The rule that decides which messages the user has read: those that were on the screen for 500 milliseconds.
///
/// The watermark never decreases. It follows what was visible, and not the opening of a conversation.
struct ReadMarker: Hashable, Sendable {
    /// The time on the screen after which a message counts as read.
    static let delay = Duration.milliseconds(500)
    /// The maximum number of positions that wait for the delay, while the user scrolls.
    private static let maxWaiting = 64

    private struct Visible: Hashable {
        let seq: Int
        /// The uptime from which the message was visible.
        let since: Duration
    }

    /// The number of the last message that the user has read.
    private(set) var watermark: Int
    /// The visible numbers above the watermark, in ascending order.
    private var waiting: [Visible] = []

    init(watermark: Int = 0) {
        self.watermark = watermark
    }

    /// The uptime at which ``settle(at:)`` raises the watermark; `nil` if no unread message is visible.
    var settlesAt: Duration? { waiting.first.map { $0.since + Self.delay } }

    /// Notes the last message on the screen. All messages before it count as seen with it.
    ///
    /// - Parameters:
    ///   - seq: The number of the message; `nil` if the screen shows no message.
    ///   - uptime: The present uptime.
    mutating func show(_ seq: Int?, at uptime: Duration) {
        waiting.removeAll { $0.seq > seq ?? 0 }
        guard let seq, seq > watermark, waiting.last?.seq != seq else { return }
        // The position where the screen stops must not be lost, because it is not reported again.
        if waiting.count == Self.maxWaiting { waiting.removeLast() }
        waiting.append(Visible(seq: seq, since: uptime))
    }

    /// Raises the watermark to the highest number that was visible long enough.
    ///
    /// - Returns: The new watermark, or `nil` if it has not changed.
    mutating func settle(at uptime: Duration) -> Int? {
        guard let seen = waiting.last(where: { uptime - $0.since >= Self.delay }) else { return nil }
        return raise(to: seen.seq) ? watermark : nil
    }

    /// Raises the watermark to one that another device or the server has stated. Returns whether it has changed.
    @discardableResult mutating func raise(to seq: Int) -> Bool {
        waiting.removeAll { $0.seq <= seq }
        guard seq > watermark else { return false }
        watermark = seq
        return true
    }
}
