/// An error of a request that needs a session.
@nonexhaustive public enum AuthError: Error, Hashable, Sendable {
    /// No user is signed in.
    case signedOut
    /// The server has ended the session.
    case sessionEnded
    /// A user may be signed in, but the stored session cannot be read now.
    case sessionUnreadable
}
