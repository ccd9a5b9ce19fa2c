import Foundation
import Networking
import TimeAndChance

/// The requests to one path, on their way until the test lets them go on.
struct Held: Sendable {
    private let path: String
    private let response: HTTPResponse?
    private let count = LockedState(0)
    private let arrivals: AsyncStream<Void>
    private let arrived: AsyncStream<Void>.Continuation
    private let releases: AsyncStream<Void>
    private let releasing: AsyncStream<Void>.Continuation

    /// - Parameter response: what is answered in the backend's place; `nil` lets it answer.
    init(_ path: String, response: HTTPResponse? = nil) {
        (self.path, self.response) = (path, response)
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
        return response
    }

    /// Returns once so many more requests are on their way, or have been.
    func isAwaited(times: Int = 1) async {
        for _ in 0..<times {
            for await _ in arrivals { break }
        }
    }

    /// Lets this one go on, and all that follow.
    func release() { releasing.finish() }
}
