import TimeAndChance

/// A message that belongs to a response, and is handed over after the commit of the transaction.
package struct ResponseMail: Sendable {
    package let mail: OutgoingMail
    /// Undoes the request if the mail transport does not accept the message, and returns the problem that replaces the
    /// response.
    ///
    /// It is `nil` if the response must not depend on the mail transport.
    package var undo: (@Sendable (LogTransaction, MailDelivery.Outcome) throws -> HTTPProblem)?

    package init(mail: OutgoingMail) {
        self.mail = mail
    }
}

extension BackendContext {
    /// The delivery to the mail transport of the host.
    var delivery: MailDelivery {
        MailDelivery(to: configuration.mailTransport, count: configuration.count, time: time)
    }

    /// Hands over the message of a response.
    ///
    /// - Throws: The problem that replaces the response if the mail transport does not accept the message.
    package func deliver(_ responseMail: ResponseMail) async throws {
        let outcome = await delivery.deliver(responseMail.mail)
        guard outcome != .accepted, let undo = responseMail.undo else { return }
        // The request may have been cancelled meanwhile, and a store may refuse transactions of a cancelled task.
        let problem = try await Task {
            try await commit(at: time.date) { try undo($0, outcome) }
        }.value
        throw problem
    }
}
