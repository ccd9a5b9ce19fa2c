import Observation

/// Does something now, and again whenever anything changes that it has read, until the task is cancelled.
@MainActor func follow(_ show: @escaping @MainActor () -> Void) async {
    while !Task.isCancelled {
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        withObservationTracking(show) { change.yield() }  // just before the first change
        for await _ in changes { break }
    }
}

/// What is typed, line by line; read beside the main actor, so that the app goes on meanwhile.
func typedLines() -> AsyncStream<String> {
    AsyncStream { lines in
        Task.detached {
            while let line = readLine() { lines.yield(line) }
            lines.finish()
        }
    }
}
