public import OrbitModels
public import Validation

/// A message that the backend wants delivered. It holds a secret, so it never describes itself.
public struct OutgoingMail: Sendable {
    /// What the message is about.
    public enum Content: Sendable {
        /// - Parameter minutes: how long the code is good for.
        case verificationCode(VerificationCode, minutes: Int)
        /// A person has not said in time that they are safe.
        case missedCheckIn(CheckInMail)
        /// A person has said that they are safe, after a mailbox has accepted ``missedCheckIn(_:)`` or may have
        /// accepted it.
        case allClear(CheckInMail)
    }

    /// An error that a mailbox throws if it does not know whether it has accepted a message, such as after a connection
    /// that ended before the response of a mail server. Every other error states that the message was not accepted.
    public struct UnknownAcceptance: Error {
        /// Creates an error.
        public init() {}
    }

    /// Where it goes.
    public let recipient: EmailAddress
    /// For those who write their own ``subject`` and ``text``.
    public let content: Content
    /// Identifies the message. The backend may hand over a message again with the same identifier, such as after a
    /// mailbox has accepted it and then failed; a mailbox that knows the identifier leaves the second message out.
    public let id: String

    package init(recipient: EmailAddress, content: Content, id: String) {
        self.recipient = recipient
        self.content = content
        self.id = id
    }

    /// In English. It holds nothing that a person has written.
    public var subject: String {
        switch content {
        case .verificationCode: "Your Orbit code"
        case .missedCheckIn: "A safety check-in was missed"
        case .allClear: "All clear: the person is safe"
        }
    }

    /// In English, as plain text.
    public var text: String {
        switch content {
        case .verificationCode(let code, let minutes):
            """
            Your code is \(code.digits). It is good for \(minutes) minutes and for one sign-in.

            If you did not ask for it, another person may have mistyped their address. You need do nothing; \
            never pass the code on.
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
