public import Networking

/// An answer that is on its way until the test lets it arrive.
///
/// ```swift
/// let slow = HeldAnswer()
/// let stub = StubTransport([slow.exchange(.get, "/api/people", answer: old)])
/// let load = Task { await model.load() }
/// await slow.isAwaited()     // the request has been sent
/// slow.release()
/// await load.value
/// ```
public struct HeldAnswer: Sendable {
    private let arrivals: AsyncStream<Void>
    private let arrived: AsyncStream<Void>.Continuation
    private let releases: AsyncStream<Void>
    private let releasing: AsyncStream<Void>.Continuation

    public init() {
        (arrivals, arrived) = AsyncStream.makeStream()
        (releases, releasing) = AsyncStream.makeStream()
    }

    /// - Parameter then: runs just before the answer arrives.
    public func exchange(
        _ method: HTTPMethod, _ target: String, answer: HTTPResponse, then: @escaping @Sendable () -> Void = {}
    ) -> StubTransport.Exchange {
        .expect(method, target) { [arrived, releases] _ throws(TransportError) in
            arrived.yield()
            for await _ in releases { break }
            if Task.isCancelled { throw .cancelled }
            then()
            return answer
        }
    }

    /// Returns once the request is on its way.
    public func isAwaited() async {
        for await _ in arrivals { break }
    }

    public func release() { releasing.yield() }
}
