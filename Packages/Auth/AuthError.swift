public import Foundation

/// Why a request has no session to use.
@nonexhaustive public enum AuthError: Error, Hashable, Sendable {
    /// No user is signed in.
    case signedOut
    /// The server has ended the session.
    case sessionEnded
    /// A user may be signed in, but the stored session cannot be read now.
    case sessionUnreadable
}

extension AuthError: LocalizedError {
    /// What to do next, in English.
    public var errorDescription: String? {
        switch self {
        case .signedOut:
            "You are signed out. Sign in to go on."
        case .sessionEnded:
            "Your session has ended. Sign in again to go on."
        case .sessionUnreadable:
            "Your sign-in is stored on this device but cannot be read right now. Unlock the device and try again."
        }
    }
}
