import Observation

/// Returns once what is observed has come true.
@MainActor func until(_ isTrue: () -> Bool) async {
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
