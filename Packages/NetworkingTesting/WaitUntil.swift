import Observation

/// Returns once what is observed has come true.
///
/// ```swift
/// let load = Task { await model.load() }
/// await waitUntil { model.people.isLoading }
/// ```
@MainActor public func waitUntil(_ isTrue: () -> Bool) async {
    while !isTrue() {
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = isTrue()
            } onChange: {
                continuation.resume()
            }
        }
    }
}
