/// Why a request has no session to use.
@nonexhaustive public enum AuthError: Error, Hashable, Sendable {
    /// No user is signed in.
    case signedOut
    /// The server has ended the session.
    case sessionEnded
    /// A user may be signed in, but the stored session cannot be read now.
    case sessionUnreadable
}
