import Foundation
import Networking
import OrbitDemo
import TimeAndChance

@testable import CampusWeb

/// A server that does not respond to some requests. The test decides when their deadline passes.
final class StalledServer: Sendable {
    private struct State {
        /// The end of the path of the requests without a response; `nil` for no requests.
        var path: String?
        var waiting = 0
        var isPassing = false
    }

    /// The deadline of a request.
    static let deadline = Duration.seconds(30)

    private let state = LockedState(State())
    private let arrivals: AsyncStream<Void>
    private let arrived: AsyncStream<Void>.Continuation

    init() { (arrivals, arrived) = AsyncStream.makeStream() }

    /// Puts this server and its clock between a front end and its campus.
    func connect(_ settings: inout WebSettings) {
        let (transport, clock) = (settings.transport, settings.time)
        settings.transport = { StallingTransport(wrapped: transport($0), server: self) }
        settings.time = DeadlineClock(base: clock, server: self)
    }

    /// Leaves the requests to a path without a response.
    ///
    /// - Parameter path: The path without the path of the API, such as `/meetups`.
    func stall(_ path: String) { state.withLock { $0.path = "/api" + path } }

    /// Responds to all further requests.
    func recover() { state.withLock { $0.path = nil } }

    /// Waits until a request has arrived that gets no response.
    func waitForRequest() async {
        for await _ in arrivals { break }
    }

    /// Advances a clock beyond the deadline of the waiting requests.
    func passDeadline(on clock: DemoClock) {
        state.withLock { $0.isPassing = true }
        clock.advance(by: Self.deadline + .seconds(1))
    }

    /// Whether the deadline of a waiting request has passed.
    fileprivate var hasPassed: Bool { state.withLock { $0.isPassing && $0.waiting > 0 } }

    fileprivate func isStalled(_ request: HTTPRequest) -> Bool {
        let path = request.url.path()
        return state.withLock { $0.path == path }
    }

    /// Waits until the task is cancelled.
    fileprivate func wait() async {
        state.withLock { $0.waiting += 1 }
        arrived.yield()
        await TestWait.untilCancelled()
        state.withLock { state in
            state.waiting -= 1
            if state.waiting == 0 { state.isPassing = false }
        }
    }
}

/// Waits that only a cancellation ends.
enum TestWait {
    static func untilCancelled() async {
        let (never, end) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
        withExtendedLifetime(end) {}
    }
}

private struct StallingTransport: HTTPTransport {
    let wrapped: any HTTPTransport
    let server: StalledServer

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard server.isStalled(request) else { return try await wrapped.send(request) }
        await server.wait()
        throw .cancelled
    }

    func open(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream { try await wrapped.open(request) }
}

/// A clock on which the sleep of a deadline ends even if it begins after the test has advanced the clock.
///
/// A client begins this sleep in a task of its own, so the test cannot know when it has begun.
private struct DeadlineClock: TimeSource {
    let base: any TimeSource
    let server: StalledServer

    var date: Date { base.date }
    var uptime: Duration { base.uptime }

    func sleep(for duration: Duration) async throws(CancellationError) {
        let end = base.uptime + duration
        if duration == StalledServer.deadline, server.hasPassed { return }
        try await base.sleep(until: end)
    }

    func sleep(until deadline: Duration) async throws(CancellationError) { try await base.sleep(until: deadline) }
}
