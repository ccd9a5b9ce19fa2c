public import Foundation
public import OrbitModels

/// A sign-in that the server refused because the account is suspended, although the code was correct.
///
/// The code stays valid. With it the person can read the decisions, appeal, or have the account erased.
public struct SuspendedSignIn: Hashable, Sendable, Redacted {
    /// The address that the code was sent to.
    public let email: String
    /// The digits of the code.
    public let code: String
    /// The challenge that the code belongs to.
    public let challenge: ChallengeID
    /// The end of the suspension; `nil` for a suspension without end.
    public let until: Date?

    /// Creates a refused sign-in.
    public init(email: String, code: String, challenge: ChallengeID, until: Date? = nil) {
        (self.email, self.code, self.challenge, self.until) = (email, code, challenge, until)
    }

    /// A placeholder, because neither the address nor the code must reach a log.
    public var description: String { "‹suspended sign-in›" }
}
