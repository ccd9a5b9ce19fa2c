public import OrbitModels

/// Whether someone is signed in on this device.
public enum SessionState: Hashable, Sendable {
    /// The store has not been asked yet.
    case unknown
    /// `isStored` is false while the session could not be saved: it lasts until the program ends.
    case signedIn(UserID, isStored: Bool)
    case signedOut(SignOutCause)
    /// Somebody may be signed in, but the stored session cannot be read now. This is not signed out.
    /// The reason is a sentence for a person.
    case unreadable(reason: String)
}

/// Why nobody is signed in.
public enum SignOutCause: Hashable, Sendable {
    /// Nobody has signed in yet.
    case notSignedIn
    /// The person asked for it.
    case asked
    /// The server ended the session.
    case ended
}
