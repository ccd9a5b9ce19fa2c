import TimeAndChance

/// Detects that a read of a stream takes too long.
///
/// One task serves all reads. Starting a task for each read and cancelling it when data arrives would take longer than
/// decoding an event.
final class SilenceWatch: Sendable {
    private struct State {
        /// The uptime at which the current read began; `nil` between two reads.
        var start: Duration?
        var task: Task<Void, Never>?
        var isSilent = false
    }

    private let patience: Duration
    private let time: any TimeSource
    private let onSilence: @Sendable () -> Void
    private let state = LockedState(State())

    /// Creates a watch that no read uses.
    ///
    /// - Parameters:
    ///   - patience: The longest time of a read.
    ///   - time: The clock that measures the reads.
    ///   - onSilence: Called when a read has taken that long.
    init(patience: Duration, time: any TimeSource, onSilence: @escaping @Sendable () -> Void) {
        (self.patience, self.time, self.onSilence) = (patience, time, onSilence)
    }

    deinit {
        stop()
    }

    /// Whether a read has taken too long.
    var isSilent: Bool { state.withLock { $0.isSilent } }

    /// Notes that a read begins.
    func begin() {
        state.withLock { [state, patience, time, onSilence] locked in
            locked.start = time.uptime
            guard locked.task == nil else { return }
            locked.task = Task { await Self.watch(state, patience, time, onSilence) }
        }
    }

    /// Notes that a read has ended.
    func end() { state.withLock { $0.start = nil } }

    /// Ends the watch after the last read.
    func stop() {
        let task = state.withLock { state in
            defer { (state.start, state.task) = (nil, nil) }
            return state.task
        }
        task?.cancel()
    }

    /// Sleeps until the current read has taken too long. Ends between two reads; the next read starts another task.
    private static func watch(
        _ state: LockedState<State>, _ patience: Duration, _ time: any TimeSource,
        _ onSilence: @Sendable () -> Void
    ) async {
        while let remaining = remaining(state, patience, time) {
            do { try await time.sleep(for: remaining) } catch { return }  // the watch was stopped
        }
        if state.withLock({ $0.isSilent }) { onSilence() }
    }

    /// Returns the remaining time of the current read; `nil` if there is no read or its time is up.
    private static func remaining(
        _ state: LockedState<State>, _ patience: Duration, _ time: any TimeSource
    ) -> Duration? {
        state.withLock { state in
            guard let start = state.start else {
                state.task = nil
                return nil
            }
            let remaining = start + patience - time.uptime
            if remaining <= .zero { (state.isSilent, state.task) = (true, nil) }
            return remaining > .zero ? remaining : nil
        }
    }
}
