import OrbitModels
import TimeAndChance

/// Those who follow people's logs on this server, to be woken when something is appended.
///
/// It is only a hint: who follows a log reads it from the store, now and then without having been woken, as others may
/// append on other servers.
final class LogFollowers: Sendable {
    /// The most logs that one session may follow at once; of more, the oldest is ended.
    static let mostPerSession = 4

    private let followers = LockedState<[UserID: [LogFollower]]>([:])

    func follow(_ owner: UserID, session: String) -> LogFollower {
        let follower = LogFollower(owner: owner, session: session)
        let ended: LogFollower? = followers.withLock { all in
            all[owner, default: []].append(follower)
            let same = all[owner, default: []].filter { $0.session == session }
            guard same.count > Self.mostPerSession, let oldest = same.first else { return nil }
            all[owner]?.removeAll { $0 === oldest }
            return oldest
        }
        ended?.wake(.end)
        return follower
    }

    func leave(_ follower: LogFollower) {
        followers.withLock { all in
            all[follower.owner]?.removeAll { $0 === follower }
            if all[follower.owner]?.isEmpty == true { all[follower.owner] = nil }
        }
    }

    func wake(_ owners: Set<UserID>) {
        if owners.isEmpty { return }
        let woken = followers.withLock { all in owners.flatMap { all[$0] ?? [] } }
        for follower in woken { follower.wake(.news) }
    }
}

/// A reader that follows a log, and sleeps until there is a reason to wake.
final class LogFollower: Sendable {
    struct Reasons: OptionSet {
        let rawValue: Int

        /// Something was appended, or the session has ended.
        static let news = Self(rawValue: 1)
        /// Nothing has come for a while.
        static let silence = Self(rawValue: 2)
        static let end = Self(rawValue: 4)
    }

    private struct State {
        var reasons: Reasons = []
        var sleeper: CheckedContinuation<Void, Never>?
    }

    let owner: UserID
    let session: String
    private let state = LockedState(State())

    init(owner: UserID, session: String) {
        self.owner = owner
        self.session = session
    }

    func wake(_ reason: Reasons) {
        let sleeper = state.withLock { state in
            state.reasons.formUnion(reason)
            defer { state.sleeper = nil }
            return state.sleeper
        }
        sleeper?.resume()
    }

    /// Returns all reasons since the last time, as soon as there is one; none if the task is cancelled. One at a time.
    func sleep() async -> Reasons {
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
