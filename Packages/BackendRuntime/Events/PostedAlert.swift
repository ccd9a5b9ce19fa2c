/// A message on its way to the mailbox, which is handed over once its transaction is committed.
package struct PostedAlert: Sendable {
    package let mail: OutgoingMail
    /// Notes how the mailbox has responded, in a transaction of its own.
    package let note: @Sendable (MailDelivery.Outcome, LogTransaction) throws -> Void

    package init(mail: OutgoingMail, note: @escaping @Sendable (MailDelivery.Outcome, LogTransaction) throws -> Void) {
        (self.mail, self.note) = (mail, note)
    }
}
