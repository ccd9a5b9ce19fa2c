import OrbitModels
public import Validation

/// A message that the backend wants delivered. It holds a secret, so it never describes itself.
public struct OutgoingMail: Sendable {
    public enum Content: Sendable {
        /// - Parameter minutes: how long the code is good for.
        case verificationCode(VerificationCode, minutes: Int)
    }

    public let recipient: EmailAddress
    public let content: Content

    public var subject: String { "Your Orbit code" }

    public var text: String {
        switch content {
        case .verificationCode(let code, let minutes):
            """
            Your code is \(code.digits). It is good for \(minutes) minutes and for one sign-in.

            If you did not ask for it, somebody may have mistyped their address. You need do nothing; \
            never pass the code on.
            """
        }
    }
}

extension OutgoingMail: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "‹mail›" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
