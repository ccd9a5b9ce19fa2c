import Observation
import TimeAndChance

extension AsyncSignal {
    /// Evaluates an expression over observable models.
    ///
    /// - Parameter value: The expression. All that it reads is observed.
    /// - Returns: The value, and a signal of the next change. The signal is sent even if no task waits, so no change is
    ///   lost. It is sent just before the change: the main actor completes the change before it resumes a waiting task.
    @MainActor static func observing<Value>(_ value: () -> Value) -> (value: Value, change: AsyncSignal) {
        let change = AsyncSignal()
        let value = withObservationTracking(value) { change.send() }
        return (value, change)
    }
}
