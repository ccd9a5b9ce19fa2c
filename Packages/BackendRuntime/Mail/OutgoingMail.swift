public import OrbitModels
public import Validation

/// A message that the backend sends by the mail transport of the host. It contains a secret, so its description is a
/// placeholder.
public struct OutgoingMail: Sendable {
    /// The content of a message.
    public enum Content: Sendable {
        /// A code for a sign-in.
        ///
        /// - Parameter minutes: The number of minutes for which the code is valid.
        case verificationCode(VerificationCode, minutes: Int)
        /// A person has not confirmed in time that they are safe.
        case missedCheckIn(CheckInMail)
        /// A person has confirmed that they are safe, after a mail transport has accepted ``missedCheckIn(_:)`` or may
        /// have accepted it.
        case allClear(CheckInMail)
    }

    /// An error that a mail transport throws if the acceptance of a message is unknown.
    ///
    /// An example is a connection that ended before the response of a mail server. Every other error means that the
    /// message was not accepted.
    public struct UnknownAcceptance: Error {
        /// Creates an error.
        public init() {}
    }

    /// The address of the recipient.
    public let recipient: EmailAddress
    /// The content, for hosts that write their own ``subject`` and ``text``.
    public let content: Content
    /// The identifier of the message. The backend may hand over a message again with the same identifier, for example
    /// after a mail transport has accepted it and then failed. A mail transport that knows the identifier discards the
    /// repeated message.
    public let id: String

    package init(recipient: EmailAddress, content: Content, id: String) {
        self.recipient = recipient
        self.content = content
        self.id = id
    }

    /// The subject in English. It contains no text that a person has written.
    public var subject: String {
        switch content {
        case .verificationCode: "Your Orbit code"
        case .missedCheckIn: "A safety check-in was missed"
        case .allClear: "All clear: the person is safe"
        }
    }

    /// The text in English, as plain text.
    public var text: String {
        switch content {
        case .verificationCode(let code, let minutes):
            """
            Your code is \(code.digits). It works for \(minutes) minutes, and only once.

            Never share this code. If you did not ask for it, you can ignore this mail.
            """
        case .missedCheckIn(let mail): mail.missed
        case .allClear(let mail): mail.allClear
        }
    }
}

extension OutgoingMail: Redacted {
    /// A placeholder.
    public var description: String { "‹mail›" }
}
