package import TimeAndChance

/// Hands messages to the mail transport of the host, outside every transaction.
package struct MailDelivery: Sendable {
    /// The longest wait for the mail transport.
    package static let maxWait = Duration.seconds(30)

    /// The response of the mail transport.
    package enum Outcome: Sendable {
        case accepted
        /// The mail transport has thrown an error.
        case refused
        /// The mail transport may have accepted the message, or may still accept it. It has not returned in time, or
        /// has thrown ``OutgoingMail/UnknownAcceptance``.
        case unknown
    }

    private let mailTransport: @Sendable (OutgoingMail) async throws -> Void
    private let count: @Sendable (OperatorEvent) -> Void
    private let time: any TimeSource

    package init(
        to mailTransport: @escaping @Sendable (OutgoingMail) async throws -> Void,
        count: @escaping @Sendable (OperatorEvent) -> Void, time: any TimeSource
    ) {
        (self.mailTransport, self.count, self.time) = (mailTransport, count, time)
    }

    /// Hands over a message. Cancelling the caller has no effect, because the mail transport may have accepted the
    /// message by then.
    package func deliver(_ mail: OutgoingMail) async -> Outcome {
        let (mailTransport, time) = (mailTransport, time)
        let (outcomes, continuation) = AsyncStream.makeStream(of: Outcome.self)
        let delivery = Task {
            do {
                try await mailTransport(mail)
                continuation.yield(.accepted)
            } catch is OutgoingMail.UnknownAcceptance {
                continuation.yield(.unknown)
            } catch {
                continuation.yield(.refused)
            }
        }
        let timer = Task {
            guard (try? await time.sleep(for: Self.maxWait)) != nil else { return }  // the timer was cancelled
            continuation.yield(.unknown)
        }
        // The read has a task of its own, because the stream ends when the task that reads it is cancelled.
        let outcome = await Task { await outcomes.first { _ in true } ?? .unknown }.value
        timer.cancel()
        // The mail transport may ignore the cancellation. The backend does not wait for it any longer.
        delivery.cancel()
        if outcome != .accepted { count(.mailRefused) }
        return outcome
    }
}
