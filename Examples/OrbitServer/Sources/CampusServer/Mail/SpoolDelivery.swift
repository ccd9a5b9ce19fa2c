import Foundation
import Logging
import ServiceLifecycle
import TimeAndChance

/// Hands the messages of a spool to a program, and retries failures with exponential backoff.
///
/// A few messages are tried at once, so that a program that hangs for one message does not delay all others. A
/// restarted server tries each message immediately, because the failures and delays of messages are not stored. A crash
/// between the acceptance of a message and its removal repeats this message. So it repeats at most ``maxAtOnce``
/// messages.
package actor SpoolDelivery: Service {
    /// The failed deliveries of one message.
    private struct RetryState {
        var failures = 0
        /// Whether the message was accepted or has expired, but its file could not be removed yet.
        var isDone = false
        var next: Duration = .zero
    }

    /// The interval in which the spool is searched for new messages.
    static let interval: Duration = .seconds(1)
    static let firstDelay: Duration = .seconds(30)
    static let longestDelay: Duration = .seconds(3_600)
    static let maxAttempts = 12
    /// The maximum number of messages that are tried at once.
    static let maxAtOnce = 4

    private let spool: MailSpool
    private let send: @Sendable (Data) async throws -> Void
    private let metrics: ServerMetrics
    private let time: any TimeSource
    private let logger: Logger
    private var attempts: [String: RetryState] = [:]
    /// The messages that the last search has found due, and that no task has begun, newest first.
    private var waiting: [String] = []
    /// The messages that are being tried.
    private var inProgress: Set<String> = []
    /// The number of tasks that try messages.
    private var tasks = 0

    /// Creates a delivery.
    ///
    /// - Parameters:
    ///   - spool: The spool of messages.
    ///   - metrics: The counters of attempts.
    ///   - time: The clock.
    ///   - logger: The log, which gets no address and no content.
    ///   - send: Hands a message to a program, or throws if the program has not accepted it.
    package init(
        spool: MailSpool, metrics: ServerMetrics, time: any TimeSource, logger: Logger,
        send: @escaping @Sendable (Data) async throws -> Void
    ) {
        (self.spool, self.send, self.metrics, self.time, self.logger) = (spool, send, metrics, time, logger)
    }

    /// Delivers messages until the server stops. Attempts in progress complete first.
    package func run() async throws {
        await withDiscardingTaskGroup { group in
            while !Task.isStopping {
                for _ in 0..<findDue() { group.addTask { await self.deliverWaiting() } }
                await Task.pause(for: Self.interval, on: time)
            }
        }
    }

    /// Searches the spool for messages that are due, unless messages of the last search still wait.
    ///
    /// - Returns: The number of tasks to start with ``deliverWaiting()``. They count as running from now on.
    func findDue() -> Int {
        if waiting.isEmpty {
            let names = spool.names(.queued)
            let queued = Set(names)
            attempts = attempts.filter { queued.contains($0.key) || inProgress.contains($0.key) }
            let now = time.uptime
            let due = names.filter { attempts[$0, default: RetryState()].next <= now && !inProgress.contains($0) }
            // After an outage of the mail program, thousands of messages may wait for their next attempt.
            waiting = spool.oldestFirst(due, in: .queued).reversed()
        }
        let started = min(waiting.count, Self.maxAtOnce - tasks)
        tasks += started
        return started
    }

    /// Tries the messages that wait, oldest first. Concurrent tasks share the messages.
    func deliverWaiting() async {
        defer { tasks -= 1 }
        while !Task.isStopping, let name = waiting.popLast() {
            inProgress.insert(name)
            await deliver(name)
            inProgress.remove(name)
        }
    }

    private func deliver(_ name: String) async {
        if attempts[name]?.isDone != true {
            guard let message = spool.bytes(name, .queued) else {
                // Another program has removed the file, or the file cannot be read now.
                attempts[name, default: RetryState()].next = time.uptime + Self.firstDelay
                return
            }
            if let expiry = MailMessage.expiry(of: message), expiry <= time.date {
                metrics.countDelivery(outcome: "expired")
                logger.warning("mail expired", metadata: ["message": .string(name)])
                return remove(name)
            }
            do {
                try await send(message)
                metrics.countDelivery(outcome: "accepted")
            } catch {
                return retryLater(name)
            }
        }
        remove(name)
    }

    /// Removes an accepted or expired message. If the folder cannot be written, only the removal is tried again, so
    /// that the recipient does not get the message with each attempt.
    private func remove(_ name: String) {
        do {
            try spool.remove(name)
            attempts[name] = nil
        } catch {
            logger.error("mail spool cannot be written")
            attempts[name] = RetryState(isDone: true, next: time.uptime + Self.firstDelay)
        }
    }

    private func retryLater(_ name: String) {
        var state = attempts[name, default: RetryState()]
        state.failures += 1
        if state.failures >= Self.maxAttempts {
            metrics.countDelivery(outcome: "given_up")
            logger.error("mail given up", metadata: ["message": .string(name)])
            do {
                try spool.fail(name)
                attempts[name] = nil
                return
            } catch {
                logger.error("mail spool cannot be written")
            }
        } else {
            metrics.countDelivery(outcome: "failed")
            logger.warning("mail not accepted", metadata: ["failures": .stringConvertible(state.failures)])
        }
        state.next = time.uptime + Self.delay(after: state.failures)
        attempts[name] = state
    }

    /// Returns the delay after a number of failures: 30 seconds, and twice as long after each further failure.
    static func delay(after failures: Int) -> Duration {
        let doublings = min(max(0, failures - 1), 20)
        return min(longestDelay, firstDelay * (1 << doublings))
    }
}
