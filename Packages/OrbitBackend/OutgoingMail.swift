import OrbitModels
public import Validation

/// A message that the backend wants delivered. It holds a secret, so it never describes itself.
public struct OutgoingMail: Sendable {
    /// What the message is about.
    public enum Content: Sendable {
        /// - Parameter minutes: how long the code is good for.
        case verificationCode(VerificationCode, minutes: Int)
    }

    /// Where it goes.
    public let recipient: EmailAddress
    /// For those who write their own ``subject`` and ``text``.
    public let content: Content

    /// In English.
    public var subject: String { "Your Orbit code" }

    /// In English, as plain text.
    public var text: String {
        switch content {
        case .verificationCode(let code, let minutes):
            """
            Your code is \(code.digits). It is good for \(minutes) minutes and for one sign-in.

            If you did not ask for it, another person may have mistyped their address. You need do nothing; \
            never pass the code on.
            """
        }
    }
}

extension OutgoingMail: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder.
    public var description: String { "‹mail›" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// What `description` says, and no values.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
