public import Networking
public import OrbitModels
import TimeAndChance

/// A log whose slices the test sends, in any order and as often as required.
///
/// ```swift
/// let events = ScriptedEvents()
/// let follow = Task { await log.follow([events]) }
/// await events.waitForOpening()
/// events.yield(LogSlice(at: LogPosition(epoch: "e", seq: 1), events: [event]))
/// events.end()
/// ```
public final class ScriptedEvents: EventTransport {
    private struct State {
        var positions: [LogPosition?] = []
        var failures: [any Error] = []
        var waiting: [EventMessage] = []
        var input: AsyncThrowingStream<EventMessage, any Error>.Continuation?
        var closed = 0
    }

    private let state = LockedState(State())
    private let openings: AsyncStream<Void>
    private let opened: AsyncStream<Void>.Continuation

    /// Creates a log without events.
    public init() {
        (openings, opened) = AsyncStream.makeStream()
    }

    /// The position of each opening, including refused openings.
    public var positions: [LogPosition?] { state.withLock { $0.positions } }

    /// The number of streams that the reader has closed.
    public var closedCount: Int { state.withLock { $0.closed } }

    /// Makes the next opening throw `error`. Several calls in advance apply to several openings, in order.
    public func refuse(_ error: any Error) {
        state.withLock { $0.failures.append(error) }
    }

    /// Sends messages to the open stream. Before an opening, the messages wait for it.
    public func yield(_ messages: EventMessage...) {
        state.withLock { state in
            guard let input = state.input else {
                state.waiting += messages
                return
            }
            for message in messages { input.yield(message) }
        }
    }

    /// Sends a slice to the open stream.
    public func yield(_ slice: LogSlice) { yield(.slice(slice)) }

    /// Ends the stream, as the server does.
    public func end() { finish(nil) }

    /// Breaks the stream with an error.
    public func fail(_ error: any Error) { finish(error) }

    private func finish(_ error: (any Error)?) {
        let input = state.withLock { state in
            defer { state.input = nil }
            return state.input
        }
        input?.finish(throwing: error)
    }

    /// Waits for an opening that is not refused, and returns once for each. Returns immediately if the opening has
    /// happened already.
    public func waitForOpening() async {
        for await _ in openings { break }
    }

    /// Opens the log after the position, as `EventTransport` requires.
    public func open(after position: LogPosition?) async throws -> EventStream {
        let (stream, input) = AsyncThrowingStream.makeStream(of: EventMessage.self)
        let failure: (any Error)? = state.withLock { state in
            state.positions.append(position)
            guard state.failures.isEmpty else { return state.failures.removeFirst() }
            for message in state.waiting { input.yield(message) }
            state.waiting = []
            state.input = input
            return nil
        }
        if let failure { throw failure }
        opened.yield()
        return EventStream(
            read: {
                for try await message in stream { return message }
                try Task.checkCancellation()
                return nil
            },
            close: { [state] in
                state.withLock { $0.closed += 1 }
                input.finish()
            })
    }
}
