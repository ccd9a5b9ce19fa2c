public import Networking
public import OrbitModels
import TimeAndChance

/// A log whose slices the test hands out itself, in any order and as often as it likes.
///
/// ```swift
/// let events = ScriptedEvents()
/// let follow = Task { await log.follow(events) }
/// await events.isOpened()
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

    /// Creates a log that has no events yet.
    public init() {
        (openings, opened) = AsyncStream.makeStream()
    }

    /// After which position each opening began, refused ones too.
    public var positions: [LogPosition?] { state.withLock { $0.positions } }

    /// How many streams the reader has given up.
    public var closedCount: Int { state.withLock { $0.closed } }

    /// The next opening throws `error` instead. May be called for several in advance.
    public func refuse(_ error: any Error) {
        state.withLock { $0.failures.append(error) }
    }

    /// Hands out messages; before an opening they wait for it.
    public func yield(_ messages: EventMessage...) {
        state.withLock { state in
            guard let input = state.input else {
                state.waiting += messages
                return
            }
            for message in messages { input.yield(message) }
        }
    }

    /// Sends the slice to the open streams.
    public func yield(_ slice: LogSlice) { yield(.slice(slice)) }

    /// The server ends the stream.
    public func end() { finish(nil) }

    /// The stream breaks.
    public func fail(_ error: any Error) { finish(error) }

    private func finish(_ error: (any Error)?) {
        let input = state.withLock { state in
            defer { state.input = nil }
            return state.input
        }
        input?.finish(throwing: error)
    }

    /// Returns once for each opening that was not refused: at once if it has happened already.
    public func isOpened() async {
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
