import BackendRuntime
import Foundation
import Networking
import OrbitModels
import OrbitStore
import TimeAndChance

/// A log as server-sent events (HTML Standard, "Server-sent events"), made as it is read: nothing is kept for a slow
/// reader, who finds everything in the log.
///
/// Each frame is read from the store in one go, together with the session: it carries what its owner may see at that
/// moment, and nothing once the session is over.
final class LogStream: Sendable {
    /// After how long without anything else a comment is sent. It is also how long an event that another server has
    /// appended may take.
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

    /// The next frame or comment; `nil` once the session is over or the stream was closed.
    func next() async throws(TransportError) -> Data? {
        if state.withLock({ state in
            defer { state.isOpening = false }
            return state.isOpening
        }) {
            // When a server goes down, not all of its clients come back in the same second.
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

    /// What there is after the last frame; `nil` if the session is over.
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

    /// The slice as a frame, unless it says nothing new.
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

    /// Sleeps until there is news, or until it has been silent for too long.
    private func wait() async -> StreamFollower.Reasons {
        let (time, follower) = (context.time, follower)
        let remaining = state.withLock { $0.lastSent } + Self.heartbeat - time.uptime
        let timer = Task {
            do {
                try await time.sleep(for: remaining)
                follower.wake(.silence)
            } catch {
                // There was news before.
            }
        }
        defer { timer.cancel() }
        return await follower.sleep()
    }
}

extension StoredSlice {
    /// As a server-sent event.
    fileprivate var frame: Data {
        var json = LogJSON(capacity: 512 * (events.count + 1))
        if isResync { json.add("event: resync\n") }
        json.add(Data("id: \(at)\ndata: ".utf8))
        json.add(self)
        json.add("\n\n")
        return json.bytes
    }
}
