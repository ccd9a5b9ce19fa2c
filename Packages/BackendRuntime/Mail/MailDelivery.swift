package import TimeAndChance

/// Hands messages to the mailbox of the host, outside every transaction.
package struct MailDelivery: Sendable {
    /// The longest wait for the mailbox.
    package static let maxWait = Duration.seconds(30)

    /// How the mailbox has responded.
    package enum Outcome: Sendable {
        case accepted
        /// It has thrown an error.
        case refused
        /// It may have accepted the message, or may still accept it: it has not returned in time, or has thrown
        /// ``OutgoingMail/UnknownAcceptance``.
        case unknown
    }

    private let mailbox: @Sendable (OutgoingMail) async throws -> Void
    private let count: @Sendable (OperatorEvent) -> Void
    private let time: any TimeSource

    package init(
        to mailbox: @escaping @Sendable (OutgoingMail) async throws -> Void,
        count: @escaping @Sendable (OperatorEvent) -> Void, time: any TimeSource
    ) {
        (self.mailbox, self.count, self.time) = (mailbox, count, time)
    }

    /// Hands over a message. The cancellation of the caller has no effect, as the message may be accepted by then.
    package func deliver(_ mail: OutgoingMail) async -> Outcome {
        let (mailbox, time) = (mailbox, time)
        let (outcomes, continuation) = AsyncStream.makeStream(of: Outcome.self)
        let delivery = Task {
            do {
                try await mailbox(mail)
                continuation.yield(.accepted)
            } catch is OutgoingMail.UnknownAcceptance {
                continuation.yield(.unknown)
            } catch {
                continuation.yield(.refused)
            }
        }
        let timer = Task {
            guard (try? await time.sleep(for: Self.maxWait)) != nil else { return }  // it is cancelled
            continuation.yield(.unknown)
        }
        // In a task of its own, because the stream ends when the task that reads it is cancelled.
        let outcome = await Task { await outcomes.first { _ in true } ?? .unknown }.value
        timer.cancel()
        // A mailbox that ignores this is left to itself.
        delivery.cancel()
        if outcome != .accepted { count(.mailRefused) }
        return outcome
    }
}
