import TimeAndChance

/// Cancels the calls of one client that take longer than `limit`.
final class Deadline: Sendable {
    let limit: Duration
    private let time: any TimeSource
    // Calls that begin at about the same time share one sleep. A sleep for each call would cost more than all other
    // work of the client.
    private let watches = LockedState(DeadlineWatches())

    init(_ limit: Duration, time: any TimeSource) {
        self.limit = limit
        self.time = time
    }

    deinit {
        for sleep in watches.withLock({ $0.sleeps }) { sleep.cancel() }
    }

    /// Runs `work` and returns its result.
    ///
    /// If the limit passes first, this function cancels `work`, and still waits until `work` ends. So it returns late
    /// if a transport or a middleware ignores the cancellation. A success after the limit is returned.
    ///
    /// - Throws: `APIError.deadlineExceeded` if `work` fails after the limit, `CancellationError`, or the error of
    ///   `work`.
    func run(_ work: @escaping @Sendable () async throws -> HTTPResponse) async throws -> HTTPResponse {
        try Task.checkCancellation()
        // Before the call begins, so that all time that the call sees counts towards its limit.
        let place = enter()
        let call = Task { try await work() }
        if !watches.withLock({ $0.begin(call, at: place) }) { call.cancel() }
        let outcome = await withTaskCancellationHandler {
            await call.result
        } onCancel: {
            call.cancel()
        }
        let isCancelled = Task.isCancelled
        let (isInTime, obsolete) = watches.withLock { $0.leave(place, endingEmptyWatch: isCancelled) }
        obsolete?.cancel()
        // A success that arrives together with the limit is returned, because the server has performed the request.
        if !isInTime, !isCancelled, case .failure = outcome { throw APIError.deadlineExceeded }
        return try outcome.get()
    }

    private func enter() -> DeadlineWatches.Place {
        let now = time.uptime
        let (place, obsolete) = watches.withLock { watches in
            watches.enter(at: now, limit: limit) { watch in
                Task { [weak self, time, limit] in
                    var pause: Duration? = limit
                    while let duration = pause {
                        do { try await time.sleep(for: duration) } catch { return }  // no calls are left to watch
                        pause = self?.endOverdue(in: watch)
                    }
                }
            }
        }
        obsolete?.cancel()
        return place
    }

    /// Cancels the overdue calls of the watch. Returns the time until its next call is due, or `nil` if it has no calls
    /// left.
    private func endOverdue(in watch: Int) -> Duration? {
        let now = time.uptime
        let (overdue, next) = watches.withLock { $0.removeOverdue(from: watch, at: now) }
        for call in overdue { call.cancel() }
        return next.map { $0 - now }
    }
}
