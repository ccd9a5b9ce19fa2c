import OrbitModels

/// An action whose response is in flight until the test releases it.
@MainActor final class PausedAction {
    private let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    private let (results, result) = AsyncStream.makeStream(of: Result<[LogEvent], any Error>.self)

    func end() async throws -> [LogEvent] {
        arrived.yield()
        for await result in results { return try result.get() }
        throw CancellationError()
    }

    func waitForRequest() async {
        for await _ in arrivals { break }
    }

    func release(_ result: Result<[LogEvent], any Error>) { self.result.yield(result) }
}
