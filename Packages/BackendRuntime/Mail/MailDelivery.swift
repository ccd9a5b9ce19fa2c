import TimeAndChance

/// Hands messages to the mailbox of the host, outside every transaction.
package struct MailDelivery {
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

    package let context: BackendContext

    package init(context: BackendContext) {
        self.context = context
    }

    /// Hands over a message. The cancellation of the caller has no effect, as the message may be accepted by then.
    package func deliver(_ mail: OutgoingMail) async -> Outcome {
        let (mailbox, time) = (context.configuration.mailbox, context.time)
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
        if outcome != .accepted { context.configuration.count(.mailRefused) }
        return outcome
    }

    /// Hands over the message of a response.
    ///
    /// - Throws: The problem that replaces the response if the mailbox does not accept the message.
    package func deliver(_ posting: Posting) async throws {
        let outcome = await deliver(posting.mail)
        guard outcome != .accepted, let undo = posting.undo else { return }
        // The request may have been cancelled meanwhile, and a store may refuse to work for a cancelled task.
        let problem = try await Task { [context] in
            try await context.commit(at: context.time.date) { try undo($0, outcome) }
        }.value
        throw problem
    }
}

/// A message that belongs to a response, and leaves once the transaction is committed.
package struct Posting: Sendable {
    package let mail: OutgoingMail
    /// Undoes the request if the mailbox does not accept the message, and returns the problem that replaces the response.
    /// `nil` if the response must not depend on the mailbox.
    package var undo: (@Sendable (LogTransaction, MailDelivery.Outcome) throws -> HTTPProblem)?

    package init(mail: OutgoingMail) {
        self.mail = mail
    }
}
