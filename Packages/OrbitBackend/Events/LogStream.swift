import BackendRuntime
import Foundation
import Networking
import OrbitModels
import OrbitStore
import TimeAndChance

/// A log as a stream of server-sent events (HTML Standard, "Server-sent events"), created while it is read.
///
/// The stream buffers no events for a slow reader, because the log contains all events. The events of a frame and the
/// session are read in one read of the store. So a frame contains only data that its owner may see at that moment, and
/// the stream ends with the session.
final class LogStream: Sendable {
    /// The time without data after which a comment is sent. It is also the maximum delay of an event that another
    /// server has appended.
    static let heartbeat: Duration = .seconds(20)

    private struct State {
        var start: LogStart
        var isOpening = true
        var lastSent: Duration
        /// The task that wakes the reader for the next comment.
        var timer: Task<Void, Never>?
    }

    private let context: BackendContext
    private let follower: StreamFollower
    private let state: LockedState<State>

    init(context: BackendContext, follower: StreamFollower, from start: LogStart) {
        self.context = context
        self.follower = follower
        state = LockedState(State(start: start, lastSent: context.time.uptime))
    }

    deinit {
        end()
    }

    func close() {
        follower.wake(.end)
        end()
    }

    private func end() {
        context.followers.leave(follower)
        let timer = state.withLock { state in
            defer { state.timer = nil }
            return state.timer
        }
        timer?.cancel()
    }

    /// Returns the next frame or comment; `nil` after the session has ended or the stream was closed.
    func next() async throws(TransportError) -> Data? {
        if state.withLock({ state in
            defer { state.isOpening = false }
            return state.isOpening
        }) {
            // The random delay spreads the clients that reconnect after a server has stopped.
            return Data("retry: \(1_000 + Int(context.random.unit() * 4_000))\n\n".utf8)
        }
        var reasons: StreamFollower.Reasons = []
        while !Task.isCancelled {
            guard let slice = try await read(), !reasons.contains(.end) else {
                close()
                return nil
            }
            if let frame = take(slice) { return frame }
            if reasons.contains(.silence) { return sent(Data(": heartbeat\n\n".utf8)) }
            reasons = await wait()
        }
        throw .cancelled
    }

    /// Returns the events after the last frame; `nil` if the session has ended.
    private func read() async throws(TransportError) -> StoredSlice? {
        let start = state.withLock { $0.start }
        do {
            return try await context.store.read { reader in
                guard let session = try reader.get(SessionRecord.self, follower.session),
                    session.expiresAt > context.time.date,
                    let account = try AccountRecord.own(session.userID, in: reader), account.admits(session),
                    let head = try LogHead.of(follower.owner, in: reader)
                else { return nil }
                return try start.slice(of: head, in: reader, knowing: account)
            }
        } catch {
            throw .connectionLost
        }
    }

    /// Returns the slice as a frame, unless it contains nothing new.
    private func take(_ slice: StoredSlice) -> Data? {
        let isNews = state.withLock { state in
            defer { state.start = .after(slice.at) }
            if case .end = state.start { return true }
            return slice.isResync || !slice.events.isEmpty
        }
        return isNews ? sent(slice.frame) : nil
    }

    private func sent(_ chunk: Data) -> Data {
        state.withLock { $0.lastSent = context.time.uptime }
        return chunk
    }

    /// Sleeps until there is news, or until the next comment is due.
    private func wait() async -> StreamFollower.Reasons {
        state.withLock { [state, follower, time = context.time] locked in
            guard locked.timer == nil else { return }
            locked.timer = Task { await Self.wake(follower, after: state, by: time) }
        }
        return await follower.sleep()
    }

    /// Wakes the reader when nothing was sent for the interval of heartbeats.
    ///
    /// A frame does not restart the timer, because cancelling a task and starting another would take longer than
    /// creating the frame. The timer sleeps again for the rest of the interval.
    private static func wake(
        _ follower: StreamFollower, after state: LockedState<State>, by time: any TimeSource
    ) async {
        do {
            while true {
                let remaining = state.withLock { $0.lastSent } + heartbeat - time.uptime
                guard remaining > .zero else { break }
                try await time.sleep(for: remaining)
            }
        } catch {
            return  // the stream was closed
        }
        state.withLock { $0.timer = nil }
        follower.wake(.silence)
    }
}

extension StoredSlice {
    /// The slice as a server-sent event.
    fileprivate var frame: Data {
        var json = LogJSON(capacity: 512 * (events.count + 1))
        if isResync { json.add("event: resync\n") }
        json.add(Data("id: \(at)\ndata: ".utf8))
        json.add(self)
        json.add("\n\n")
        return json.bytes
    }
}
