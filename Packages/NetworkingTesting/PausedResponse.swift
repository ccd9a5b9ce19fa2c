public import Networking

/// A response that does not arrive until the test releases it.
///
/// ```swift
/// let slow = PausedResponse()
/// let stub = StubTransport([slow.exchange(.get, "/api/people", response: old)])
/// let load = Task { await model.load() }
/// await slow.waitForRequest()  // the request has been sent
/// slow.release()
/// await load.value
/// ```
public struct PausedResponse: Sendable {
    private let arrivals: AsyncStream<Void>
    private let arrived: AsyncStream<Void>.Continuation
    private let releases: AsyncStream<Void>
    private let releasing: AsyncStream<Void>.Continuation

    /// Creates a response for one exchange, or for several exchanges that do not overlap.
    public init() {
        (arrivals, arrived) = AsyncStream.makeStream()
        (releases, releasing) = AsyncStream.makeStream()
    }

    /// Returns an exchange whose response waits for ``release()``.
    ///
    /// - Parameters:
    ///   - method: The expected method.
    ///   - target: The expected path and query, percent-encoded.
    ///   - response: The response.
    ///   - then: Called immediately before the response arrives.
    public func exchange(
        _ method: HTTPMethod, _ target: String, response: HTTPResponse, then: @escaping @Sendable () -> Void = {}
    ) -> StubTransport.Exchange {
        .expect(method, target) { [arrived, releases] _ throws(TransportError) in
            arrived.yield()
            for await _ in releases { break }
            if Task.isCancelled { throw .cancelled }
            then()
            return response
        }
    }

    /// Waits until the request has been sent.
    public func waitForRequest() async {
        for await _ in arrivals { break }
    }

    /// Lets the response arrive.
    public func release() { releasing.yield() }
}
