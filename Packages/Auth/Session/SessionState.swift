public import OrbitModels

/// Whether a user is signed in on this device.
public enum SessionState: Hashable, Sendable {
    /// The store has not been read yet.
    case unknown
    /// `isStored` is false if the session could not be saved: it ends with the process.
    case signedIn(UserID, isStored: Bool)
    /// No user is signed in.
    case signedOut(SignOutCause)
    /// A user may be signed in, but the stored session cannot be read now. This is not signed out. The reason is a
    /// sentence for the user.
    case unreadable(reason: String)
}

/// Why no user is signed in.
public enum SignOutCause: Hashable, Sendable {
    /// No session was stored.
    case notSignedIn
    /// The user signed out.
    case asked
    /// The server ended the session.
    case ended
    /// In another process on this device, the user signed out or another user signed in.
    case elsewhere
}

extension SignOutCause: Worded {
    /// The name of the vocabulary and its English.
    public static let vocabulary = Vocabulary(
        "sign_out_cause",
        [
            "not_signed_in": "Sign in to go on.", "asked": "You have signed out.",
            "ended": "Your session has ended. Sign in again to go on.",
            "elsewhere": "You have signed out elsewhere on this device.",
        ])

    /// The code of the value in its vocabulary.
    public var wordCode: String {
        switch self {
        case .notSignedIn: "not_signed_in"
        case .asked: "asked"
        case .ended: "ended"
        case .elsewhere: "elsewhere"
        }
    }
}
