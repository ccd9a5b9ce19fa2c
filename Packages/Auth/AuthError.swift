public import Presentation

/// An error of a request that needs a session.
@nonexhaustive public enum AuthError: Error, Hashable, Sendable {
    /// No user is signed in.
    case signedOut
    /// The server has ended the session.
    case sessionEnded
    /// A user may be signed in, but the stored session cannot be read now.
    case sessionUnreadable
}

extension AuthError: CategorizedError {
    /// `signedOut` if there is no session, and `local` if the stored session cannot be read now.
    public var failureKind: Failure.Kind {
        switch self {
        case .signedOut, .sessionEnded: .signedOut
        case .sessionUnreadable: .local
        }
    }
}
