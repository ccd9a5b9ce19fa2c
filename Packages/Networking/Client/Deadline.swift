import TimeAndChance

/// Ends the calls of one client that take longer than `limit`.
///
/// Calls that begin at about the same time share one sleep, which looks at its end who is still there: one for each
/// call would cost more than everything else that the client does.
final class Deadline: Sendable {
    let limit: Duration
    private let time: any TimeSource
    private let watches = LockedState(DeadlineWatches())

    init(_ limit: Duration, time: any TimeSource) {
        self.limit = limit
        self.time = time
    }

    deinit {
        for sleep in watches.withLock({ $0.sleeps }) { sleep.cancel() }
    }

    /// What `work` returns, unless the limit passes first: then `work` is cancelled, waited for, and its result dropped.
    func run(_ work: @escaping @Sendable () async throws -> HTTPResponse) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let call = Task { try await work() }
        let place = enter(call)
        let outcome = await withTaskCancellationHandler {
            await call.result
        } onCancel: {
            call.cancel()
        }
        let isCancelled = Task.isCancelled
        let (isInTime, obsolete) = watches.withLock { $0.leave(place, endingEmptyWatch: isCancelled) }
        obsolete?.cancel()
        // A good response that comes with the limit is not thrown away: the server has done what it says.
        if !isInTime, !isCancelled, case .failure = outcome { throw APIError.deadlineExceeded }
        return try outcome.get()
    }

    private func enter(_ call: DeadlineWatches.Call) -> DeadlineWatches.Place {
        let now = time.uptime
        let (place, obsolete) = watches.withLock { watches in
            watches.enter(call, at: now, limit: limit) { watch in
                Task { [weak self, time, limit] in
                    var pause: Duration? = limit
                    while let duration = pause {
                        do { try await time.sleep(for: duration) } catch { return }  // there is nothing left to watch
                        pause = self?.endOverdue(in: watch)
                    }
                }
            }
        }
        obsolete?.cancel()
        return place
    }

    /// Returns the time until the next call of the watch is due; `nil` if it has none.
    private func endOverdue(in watch: Int) -> Duration? {
        let now = time.uptime
        let (overdue, next) = watches.withLock { $0.removeOverdue(from: watch, at: now) }
        for call in overdue { call.cancel() }
        return next.map { $0 - now }
    }
}
