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
        context.followers.leave(follower)
    }

    func close() {
        follower.wake(.end)
        context.followers.leave(follower)
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
                    try AccountRecord.own(session.userID, in: reader)?.admits(session) == true,
                    let head = try LogHead.of(follower.owner, in: reader)
                else { return nil }
                return try start.slice(of: head, in: reader)
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
        let (time, follower) = (context.time, follower)
        let remaining = state.withLock { $0.lastSent } + Self.heartbeat - time.uptime
        let timer = Task {
            do {
                try await time.sleep(for: remaining)
                follower.wake(.silence)
            } catch {
                // News arrived before the time was up.
            }
        }
        defer { timer.cancel() }
        return await follower.sleep()
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
