import TimeAndChance

/// A publisher of committed changes, for implementations of ``BackendStore/changes()``.
///
/// ```swift
/// let feed = StoreFeed()
/// let changes = feed.changes()
/// feed.send(.topics(["log/maya"]))
/// ```
public final class StoreFeed: Sendable {
    /// The maximum number of buffered changes for a slow subscriber. After a buffer overflow the subscriber receives
    /// ``StoreChange/anything``.
    private static let capacity = 256

    private struct State {
        var next = 0
        var followers: [Int: AsyncStream<StoreChange>.Continuation] = [:]
    }

    private let state = LockedState(State())
    private let onFollowers: @Sendable (Bool) -> Void

    /// Creates a feed without subscribers.
    ///
    /// - Parameter onFollowers: receives `true` when the first subscription begins, and `false` when the last
    ///   subscription ends. Calls never overlap. The closure must not subscribe to this feed.
    public init(onFollowers: @escaping @Sendable (Bool) -> Void = { _ in }) {
        self.onFollowers = onFollowers
    }

    deinit {
        for follower in state.withLock({ $0.followers }).values { follower.finish() }
    }

    /// Returns the changes that are sent from now on. The stream ends when the feed is deallocated.
    public func changes() -> AsyncStream<StoreChange> {
        let (stream, follower) = AsyncStream.makeStream(
            of: StoreChange.self, bufferingPolicy: .bufferingNewest(Self.capacity))
        let id = state.withLock { state in
            state.next += 1
            state.followers[state.next] = follower
            if state.followers.count == 1 { onFollowers(true) }
            return state.next
        }
        follower.onTermination = { [weak self] _ in self?.leave(id) }
        return stream
    }

    /// Sends a change to all subscribers, without waiting for them.
    public func send(_ change: StoreChange) {
        for follower in state.withLock({ Array($0.followers.values) }) {
            // The buffer drops its oldest change. `.anything` follows all changes that may have been dropped.
            if case .dropped = follower.yield(change) { follower.yield(.anything) }
        }
    }

    private func leave(_ id: Int) {
        state.withLock { state in
            if state.followers.removeValue(forKey: id) != nil, state.followers.isEmpty { onFollowers(false) }
        }
    }
}

/// A change that the subscribers of a store receive.
public enum StoreChange: Hashable, Sendable {
    /// Transactions that announced these topics were committed.
    case topics(Set<String>)
    /// Any topic may have been announced, because single changes were lost.
    case anything
}
