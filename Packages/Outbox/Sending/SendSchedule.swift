import TimeAndChance

/// The lanes that can send, and the lanes that wait for the end of a pause.
struct SendSchedule {
    struct Timer: Sendable {
        let lane: String
        let deadline: Duration
    }

    enum Work: Sendable {
        case send(lane: String)
        case wait(Timer)
    }

    var ready = FIFOQueue<String>()
    /// The pauses that no task waits for.
    var timers: [Timer] = []
    /// The number of lanes that send.
    var running = 0
    private var waiting: [AsyncSignal] = []

    /// Returns a signal for a caller that waits for work. It is sent when there may be some.
    mutating func waitForWork() -> AsyncSignal {
        let signal = AsyncSignal()
        waiting.append(signal)
        return signal
    }

    mutating func wakeWaiting() {
        for signal in waiting { signal.send() }
        waiting = []
    }
}
