public import OrbitModels

/// The sign-in state of this device.
public enum SessionState: Hashable, Sendable {
    /// The store has not been read yet.
    case unknown
    /// A user is signed in. If `isStored` is `false`, the session could not be saved and ends with the process.
    case signedIn(UserID, isStored: Bool)
    /// No user is signed in.
    case signedOut(SignOutCause)
    /// A user may be signed in, but the stored session cannot be read now. Do not show this state as signed out. The
    /// reason is a sentence for the user.
    case unreadable(reason: String)
}

/// The cause of a signed-out state.
public enum SignOutCause: Hashable, Sendable {
    /// No session was stored.
    case notSignedIn
    /// The user signed out.
    case byUser
    /// The server ended the session, and may have stated a reason.
    case ended(SessionEnd)
    /// Another process on this device signed out, or signed in another user.
    case elsewhere
}

/// The server's reason for ending a session.
public struct SessionEnd: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The server states no reason.
    public static let unspecified = Self(rawValue: "unspecified")
    /// The account was suspended.
    public static let suspended = Self(rawValue: "suspended")
    /// The session was not used for too long, or is too old.
    public static let expired = Self(rawValue: "expired")
    /// A replaced token of the session was used again, so another party may have a copy.
    public static let reused = Self(rawValue: "reused")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.unspecified, .suspended, .expired, .reused]
}

extension SignOutCause: LocalizedTextConvertible {
    /// The vocabulary: its name and its English texts.
    public static let vocabulary = Vocabulary(
        "sign_out_cause",
        [
            "not_signed_in": "Sign in to go on.", "asked": "You have signed out.",
            "ended": "Your session has ended. Sign in again to go on.",
            "ended.suspended": "Your account is suspended. Request a code to read why, and to appeal.",
            "ended.expired": "You have not used Orbit for a long time. Sign in again to go on.",
            "ended.reused":
                "Someone else may have used your session, so we ended it. Sign in again to go on.",
            "elsewhere": "You have signed out elsewhere on this device.",
        ])

    /// The code of the value in its vocabulary.
    public var localizationCode: String {
        switch self {
        case .notSignedIn: "not_signed_in"
        case .byUser: "asked"
        case .ended(let reason): reason.isKnown && reason != .unspecified ? "ended.\(reason.rawValue)" : "ended"
        case .elsewhere: "elsewhere"
        }
    }
}

extension CurrentSession {
    /// Sends the current value and each later value to any number of observers. A slow observer receives only the
    /// latest value.
    struct StateBroadcast<Value: Sendable & Equatable> {
        private(set) var current: Value
        private var observers: [Int: AsyncStream<Value>.Continuation] = [:]
        private var lastID = 0

        init(_ value: Value) {
            current = value
        }

        mutating func send(_ value: Value) {
            guard value != current else { return }
            current = value
            for observer in observers.values { observer.yield(value) }
        }

        /// - Parameter onEnd: Called with the id to remove when the observer stops listening.
        mutating func observe(onEnd: @escaping @Sendable (Int) -> Void) -> AsyncStream<Value> {
            lastID += 1
            let id = lastID
            let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
            continuation.onTermination = { _ in onEnd(id) }
            continuation.yield(current)
            observers[id] = continuation
            return stream
        }

        mutating func remove(_ id: Int) {
            observers[id] = nil
        }
    }
}
