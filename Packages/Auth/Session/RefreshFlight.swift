/// Everyone who waits for the one exchange of the refresh token that is under way.
///
/// The exchange belongs to none of them: one that is cancelled leaves without harm to the others.
struct RefreshFlight {
    typealias Waiter = CheckedContinuation<IssuedToken, any Error>

    private var waiters: [Int: Waiter] = [:]

    mutating func add(_ waiter: Waiter, id: Int) {
        waiters[id] = waiter
    }

    /// Sends one waiter away; it may be gone already.
    mutating func cancel(_ id: Int) {
        waiters.removeValue(forKey: id)?.resume(throwing: CancellationError())
    }

    func finish(with result: Result<IssuedToken, any Error>) {
        for waiter in waiters.values { waiter.resume(with: result) }
    }
}
