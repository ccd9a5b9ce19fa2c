import Foundation
public import OrbitModels
public import TimeAndChance

/// Follows the caller's log by polling, for servers and networks without streams.
///
/// After new events it polls again within 2 seconds. After each response without events the pause grows by half, up to
/// a minute. Each pause is shortened at random by up to a fifth, so that clients do not poll at the same time.
public struct PolledEvents: EventTransport {
    private let client: APIClient
    private let time: any TimeSource
    private let random: RandomSource

    /// - Parameters:
    ///   - client: Requests the log; its event catalogue gives the types of event data.
    ///   - time: The clock that measures the pauses.
    ///   - random: The source of the jitter of the pauses.
    public init(client: APIClient, time: any TimeSource = SystemClock(), random: RandomSource = .system) {
        self.client = client
        self.time = time
        self.random = random
    }

    /// Opens the log after the position, as `EventTransport` requires.
    @concurrent public func open(after position: LogPosition?) async throws -> EventStream {
        let poll = EventPoll(client, after: position, time: time, random: random)
        do {
            try await poll.begin()
        } catch let error as APIError where error.saysUnsupported {
            throw EventTransportError.unsupported
        }
        return EventStream(read: poll.next, close: poll.close)
    }
}

/// A log that is requested again and again.
private actor EventPoll {
    private static let shortestPause = Duration.seconds(2)
    private static let longestPause = Duration.seconds(60)

    private let client: APIClient
    private let time: any TimeSource
    private let random: RandomSource
    private var position: LogPosition?
    private var pause = EventPoll.shortestPause
    private var first: LogSlice?
    private nonisolated let wait = LockedState(Wait())

    private struct Wait {
        var isClosed = false
        var task: Task<EventMessage, any Error>?
    }

    init(_ client: APIClient, after position: LogPosition?, time: any TimeSource, random: RandomSource) {
        self.client = client
        self.position = position
        self.time = time
        self.random = random
    }

    /// Requests the log for the first time.
    func begin() async throws {
        first = try await slice()
    }

    func next() async throws -> EventMessage {
        if let first {
            self.first = nil
            return .slice(first)
        }
        let task = Task { try await poll() }
        let isClosed = wait.withLock { wait in
            wait.task = task
            return wait.isClosed
        }
        if isClosed { task.cancel() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Cancels the current wait and all later waits.
    nonisolated func close() {
        let task = wait.withLock { wait in
            wait.isClosed = true
            return wait.task
        }
        task?.cancel()
    }

    private func poll() async throws -> EventMessage {
        try await time.sleep(for: pause * (1 - random.unit() / 5))
        try Task.checkCancellation()
        let former = position
        let slice = try await slice()
        guard slice.events.isEmpty, !slice.isResync, slice.at == former else {
            pause = Self.shortestPause
            return .slice(slice)
        }
        pause = min(pause * 1.5, Self.longestPause)
        return .heartbeat
    }

    private func slice() async throws -> LogSlice {
        let slice = try await client.send(
            Endpoint<LogSlice>(EventRoutes.events, query: [("after", position?.description)]))
        position = slice.at
        return slice
    }
}
