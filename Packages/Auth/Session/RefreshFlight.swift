/// The requests that wait for the token exchange in flight.
///
/// The exchange belongs to none of them: cancelling a waiting request does not affect the others.
struct RefreshFlight {
    typealias Waiter = CheckedContinuation<IssuedToken, any Error>

    private var waiters: [Int: Waiter] = [:]

    mutating func add(_ waiter: Waiter, id: Int) {
        waiters[id] = waiter
    }

    /// Resumes a waiting request with a cancellation; does nothing if it is gone.
    mutating func cancel(_ id: Int) {
        waiters.removeValue(forKey: id)?.resume(throwing: CancellationError())
    }

    func finish(with result: Result<IssuedToken, any Error>) {
        for waiter in waiters.values { waiter.resume(with: result) }
    }
}
