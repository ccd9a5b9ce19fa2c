import Networking
import NetworkingTesting

/// An answer that is on its way until the test lets it arrive.
struct HeldAnswer: Sendable {
    private let arrivals: AsyncStream<Void>
    private let arrived: AsyncStream<Void>.Continuation
    private let releases: AsyncStream<Void>
    private let releasing: AsyncStream<Void>.Continuation

    init() {
        (arrivals, arrived) = AsyncStream.makeStream()
        (releases, releasing) = AsyncStream.makeStream()
    }

    func exchange(
        _ method: HTTPMethod, _ target: String, answer: HTTPResponse, then: @escaping @Sendable () -> Void = {}
    ) -> StubTransport.Exchange {
        .expect(method, target) { [arrived, releases] _ throws(TransportError) in
            arrived.yield()
            for await _ in releases { break }
            then()
            return answer
        }
    }

    /// Returns once the request is on its way.
    func isAwaited() async {
        for await _ in arrivals { break }
    }

    func release() { releasing.yield() }
}
