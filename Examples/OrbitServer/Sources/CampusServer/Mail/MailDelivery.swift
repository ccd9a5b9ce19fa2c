import Foundation
import Logging
import ServiceLifecycle
import TimeAndChance

/// Hands the messages of a spool to a program, and retries failures with exponential backoff.
///
/// The state of retries is in memory. After a restart, each message is tried at once. Messages are tried one after the
/// other, so a crash between the acceptance of a message and its removal repeats at most one message.
package actor MailDelivery: Service {
    /// The failed deliveries of one message.
    private struct RetryState {
        var failures = 0
        /// Whether the program has accepted the message, whose file could not be removed yet.
        var isAccepted = false
        var next: Duration = .zero
    }

    /// The interval in which the spool is searched for new messages.
    static let interval: Duration = .seconds(1)
    static let firstDelay: Duration = .seconds(30)
    static let longestDelay: Duration = .seconds(3_600)
    static let maxAttempts = 12

    private let spool: MailSpool
    private let send: @Sendable (Data) async throws -> Void
    private let metrics: ServerMetrics
    private let time: any TimeSource
    private let logger: Logger
    private var attempts: [String: RetryState] = [:]

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

    /// Delivers messages until the server stops. An attempt in progress completes first.
    package func run() async throws {
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            await deliverDue()
            // A graceful shutdown ends the sleep, and the condition then ends the loop.
            try? await cancelWhenGracefulShutdown { [time] in try await time.sleep(for: Self.interval) }
        }
    }

    /// Tries each message that is due once, oldest first.
    package func deliverDue() async {
        let names = spool.messages(.queued)
        let queued = Set(names)
        attempts = attempts.filter { queued.contains($0.key) }
        for name in names where attempts[name, default: RetryState()].next <= time.uptime {
            if Task.isCancelled || Task.isShuttingDownGracefully { return }
            await deliver(name)
        }
    }

    private func deliver(_ name: String) async {
        if attempts[name]?.isAccepted != true {
            guard let message = spool.bytes(name, .queued) else { return }
            do {
                try await send(message)
                metrics.countDelivery(outcome: "accepted")
            } catch {
                return retryLater(name)
            }
        }
        removeAccepted(name)
    }

    /// Removes an accepted message. If the folder cannot be written, only the removal is tried again, so that the
    /// recipient does not get the message with each attempt.
    private func removeAccepted(_ name: String) {
        do {
            try spool.remove(name)
            attempts[name] = nil
        } catch {
            logger.error("mail spool cannot be written")
            attempts[name] = RetryState(isAccepted: true, next: time.uptime + Self.firstDelay)
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
