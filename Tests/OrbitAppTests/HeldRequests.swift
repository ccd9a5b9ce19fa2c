import Foundation
import Networking
import TimeAndChance

/// Requests to a path, which wait until the test releases them.
struct HeldRequests: Sendable {
    private let path: String
    private let response: HTTPResponse?
    private let count = LockedState(0)
    private let arrivals: AsyncStream<Void>
    private let arrived: AsyncStream<Void>.Continuation
    private let releases: AsyncStream<Void>
    private let releasing: AsyncStream<Void>.Continuation

    /// - Parameter response: The response in place of the backend's; `nil` forwards the request to the backend.
    init(_ path: String, response: HTTPResponse? = nil) {
        (self.path, self.response) = (path, response)
        (arrivals, arrived) = AsyncStream.makeStream()
        (releases, releasing) = AsyncStream.makeStream()
    }

    /// The number of requests that have arrived.
    var requestCount: Int { count.withLock { $0 } }

    @Sendable func intercept(_ request: HTTPRequest) async -> HTTPResponse? {
        guard request.url.path().hasSuffix(path) else { return nil }
        count.withLock { $0 += 1 }
        arrived.yield()
        for await _ in releases {}
        return response
    }

    /// Returns after `times` further requests have arrived.
    func waitForRequest(times: Int = 1) async {
        for _ in 0..<times {
            for await _ in arrivals { break }
        }
    }

    /// Releases the waiting requests and all later requests.
    func release() { releasing.finish() }
}
