package import OrbitModels
package import OrbitStore
import TimeAndChance

/// The streams on this server that follow people's logs. An append on any server wakes the followers of its log.
///
/// A wake-up is only a hint. Followers read their log from the store, and also do so periodically without a wake-up.
package final class LogFollowers: Sendable {
    /// The maximum number of streams of its log that one session may open at once. Beyond it, the oldest stream is
    /// ended.
    package static let maxPerSession = 4

    private struct State {
        var followers: [String: [StreamFollower]] = [:]
        /// The task that listens to the store while there are followers.
        var listener: Task<Void, Never>?
    }

    private let store: any BackendStore
    private let state = LockedState(State())

    package init(of store: any BackendStore) {
        self.store = store
    }

    deinit {
        state.withLock { $0.listener?.cancel() }
    }

    /// Returns the topic that is announced after an append to the log of a person.
    package static func topic(of owner: UserID) -> String { "log/\(owner)" }

    /// Adds a follower of a log. Beyond ``maxPerSession`` followers of one session, ends the oldest.
    ///
    /// - Parameters:
    ///   - owner: The owner of the log.
    ///   - session: The id of the session.
    /// - Returns: The follower. Remove it with ``leave(_:)``.
    package func follow(_ owner: UserID, session: String) -> StreamFollower {
        let follower = StreamFollower(owner: owner, session: session)
        let ended: StreamFollower? = state.withLock { state in
            let topic = Self.topic(of: owner)
            state.listener = state.listener ?? listen()
            state.followers[topic, default: []].append(follower)
            let same = state.followers[topic, default: []].filter { $0.session == session }
            guard same.count > Self.maxPerSession, let oldest = same.first else { return nil }
            state.followers[topic]?.removeAll { $0 === oldest }
            return oldest
        }
        ended?.wake(.end)
        return follower
    }

    package func leave(_ follower: StreamFollower) {
        state.withLock { state in
            let topic = Self.topic(of: follower.owner)
            state.followers[topic]?.removeAll { $0 === follower }
            if state.followers[topic]?.isEmpty == true { state.followers[topic] = nil }
            guard state.followers.isEmpty else { return }
            state.listener?.cancel()
            state.listener = nil
        }
    }

    /// Subscribes to the changes of the store before it returns.
    private func listen() -> Task<Void, Never> {
        let changes = store.changes()
        return Task { [weak self] in
            for await change in changes { self?.wake(change) }
        }
    }

    private func wake(_ change: StoreChange) {
        let woken = state.withLock { state in
            switch change {
            case .topics(let topics): topics.flatMap { state.followers[$0] ?? [] }
            case .anything: state.followers.values.flatMap { $0 }
            }
        }
        for follower in woken { follower.wake(.news) }
    }
}

/// An open stream that follows a log, and sleeps until there is a reason to wake.
package final class StreamFollower: Sendable {
    package struct Reasons: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// An event was appended, or the session has ended.
        package static let news = Self(rawValue: 1)
        /// No event has arrived for a while.
        package static let silence = Self(rawValue: 2)
        /// The stream was closed, or its session has opened more than ``LogFollowers/maxPerSession`` streams.
        package static let end = Self(rawValue: 4)
    }

    private struct State {
        var reasons: Reasons = []
        var sleeper: CheckedContinuation<Void, Never>?
    }

    package let owner: UserID
    package let session: String
    private let state = LockedState(State())

    package init(owner: UserID, session: String) {
        self.owner = owner
        self.session = session
    }

    package func wake(_ reason: Reasons) {
        let sleeper = state.withLock { state in
            state.reasons.formUnion(reason)
            defer { state.sleeper = nil }
            return state.sleeper
        }
        sleeper?.resume()
    }

    /// Waits for a reason to wake. Only one task may wait at a time.
    ///
    /// - Returns: All reasons since the last call; an empty set if the task is cancelled. Once ``Reasons/end`` is a
    ///   reason, it is returned by every later call.
    package func sleep() async -> Reasons {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isAwake = state.withLock { state in
                    if !state.reasons.isEmpty || Task.isCancelled { return true }
                    state.sleeper = continuation
                    return false
                }
                if isAwake { continuation.resume() }
            }
        } onCancel: {
            wake([])
        }
        return state.withLock { state in
            defer { state.reasons = state.reasons.intersection(.end) }
            return state.reasons
        }
    }
}
