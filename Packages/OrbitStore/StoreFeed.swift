import TimeAndChance

/// Hands what a store has committed to those who follow it: for implementations of ``BackendStore/changes()``.
///
/// ```swift
/// let feed = StoreFeed()
/// let changes = feed.changes()
/// feed.send(.topics(["logs/maya"]))
/// ```
public final class StoreFeed: Sendable {
    /// How many changes are kept for a slow follower; of more, it is told ``StoreChange/anything``.
    private static let capacity = 256

    private struct State {
        var next = 0
        var followers: [Int: AsyncStream<StoreChange>.Continuation] = [:]
    }

    private let state = LockedState(State())
    private let onFollowers: @Sendable (Bool) -> Void

    /// A feed that nobody follows yet.
    ///
    /// - Parameter onFollowers: is called with `true` when the first begins to follow, and with `false` when the last has
    ///   ended, one call after the other. It must not follow the feed itself.
    public init(onFollowers: @escaping @Sendable (Bool) -> Void = { _ in }) {
        self.onFollowers = onFollowers
    }

    deinit {
        for follower in state.withLock({ $0.followers }).values { follower.finish() }
    }

    /// What is sent from now on. It ends with the feed.
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

    /// Tells all who follow. It does not wait for them.
    public func send(_ change: StoreChange) {
        for follower in state.withLock({ Array($0.followers.values) }) {
            // What is dropped is the oldest; the word for it comes after all that may be dropped.
            if case .dropped = follower.yield(change) { follower.yield(.anything) }
        }
    }

    private func leave(_ id: Int) {
        state.withLock { state in
            if state.followers.removeValue(forKey: id) != nil, state.followers.isEmpty { onFollowers(false) }
        }
    }
}

/// What followers of a store are told.
public enum StoreChange: Hashable, Sendable {
    /// Transactions that announced these topics were committed.
    case topics(Set<String>)
    /// More was committed than could be told one by one: any topic may have been announced.
    case anything
}
