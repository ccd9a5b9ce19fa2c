/// A message on its way to the mailbox, which is handed over once its transaction is committed.
struct PostedAlert: Sendable {
    let mail: OutgoingMail
    /// Notes how the mailbox has responded, in a transaction of its own.
    let note: @Sendable (MailDelivery.Outcome, LogTransaction) throws -> Void
}
