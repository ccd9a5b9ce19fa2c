import OrbitModels

/// The rule that decides when the user's device sends a typing notice, by the intervals of the server.
///
/// The first keystroke sends a notice, later keystrokes repeat it at the interval ``TypingIntervals/resend``. A pause of
/// ``TypingIntervals/stop`` and an emptied field end it. A sent message needs no notice, because it ends typing itself.
struct TypingNotices: Hashable, Sendable {
    var intervals: TypingIntervals
    /// The uptime of the last notice that the user types; `nil` if the user does not type.
    private var lastNotice: Duration?
    private var lastKeystroke: Duration = .zero

    init(intervals: TypingIntervals = .standard) {
        self.intervals = intervals
    }

    /// Whether other people were notified that the user types.
    var isTyping: Bool { lastNotice != nil }

    /// The uptime at which the user has stopped typing unless another keystroke follows; `nil` if the user does not
    /// type.
    var stopsAt: Duration? { lastNotice.map { _ in lastKeystroke + .seconds(intervals.stop) } }

    /// Notes a keystroke. Returns whether to send a notice that the user types.
    mutating func type(at uptime: Duration) -> Bool {
        lastKeystroke = uptime
        if let lastNotice, uptime - lastNotice < .seconds(intervals.resend) { return false }
        lastNotice = uptime
        return true
    }

    /// Notes that time has passed. Returns whether to send a notice that the user has stopped.
    mutating func pause(at uptime: Duration) -> Bool {
        guard let stopsAt, uptime >= stopsAt else { return false }
        return stop()
    }

    /// Notes that the field was emptied or left. Returns whether to send a notice that the user has stopped.
    mutating func stop() -> Bool {
        defer { lastNotice = nil }
        return lastNotice != nil
    }

    /// Notes that the message was sent, which ends typing for the other people.
    mutating func didSend() { lastNotice = nil }
}
