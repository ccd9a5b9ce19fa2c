import Foundation
import Networking
import TimeAndChance

/// The requests to one path, on their way until the test lets them go on.
struct Held: Sendable {
    private let path: String
    private let answer: HTTPResponse?
    private let count = Locked(0)
    private let arrivals: AsyncStream<Void>
    private let arrived: AsyncStream<Void>.Continuation
    private let releases: AsyncStream<Void>
    private let releasing: AsyncStream<Void>.Continuation

    /// - Parameter answer: what is answered in the backend's place; `nil` lets it answer.
    init(_ path: String, answer: HTTPResponse? = nil) {
        (self.path, self.answer) = (path, answer)
        (arrivals, arrived) = AsyncStream.makeStream()
        (releases, releasing) = AsyncStream.makeStream()
    }

    /// How many have come.
    var requestCount: Int { count.withLock { $0 } }

    @Sendable func intercept(_ request: HTTPRequest) async -> HTTPResponse? {
        guard request.url.path().hasSuffix(path) else { return nil }
        count.withLock { $0 += 1 }
        arrived.yield()
        for await _ in releases {}
        return answer
    }

    /// Returns once a request is on its way.
    func isAwaited() async {
        for await _ in arrivals { break }
    }

    /// Lets this one go on, and all that follow.
    func release() { releasing.finish() }
}
