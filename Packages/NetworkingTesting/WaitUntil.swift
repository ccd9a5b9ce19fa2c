import Observation
import TimeAndChance

/// Returns once an observed condition is true, or when the task is cancelled.
///
/// ```swift
/// let load = Task { await model.load() }
/// await waitUntil { model.people.isLoading }
/// ```
///
/// - Parameter isTrue: The condition. It reads observable models on the main actor.
@MainActor public func waitUntil(_ isTrue: () -> Bool) async {
    while !isTrue(), !Task.isCancelled {
        let change = AsyncSignal()
        withObservationTracking {
            _ = isTrue()
        } onChange: {
            change.send()
        }
        await change.wait()
    }
}
