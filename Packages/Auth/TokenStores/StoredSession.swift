public import OrbitModels

/// What looking for a session found. Each reason is a sentence for a person, without secrets.
public enum StoredSession: Hashable, Sendable {
    /// There is none: the one outcome that means signed out.
    case absent
    case session(AuthSession)
    /// It cannot be read now - a locked device, a failing disk, too many open files - and may be intact.
    case unavailable(reason: String)
    /// Somebody else may have read or planted what is there, so it was not used.
    case insecure(reason: String)
    /// What is there is damaged, or a newer version of the app wrote it.
    case corrupt(reason: String)
}

extension StoredSession {
    /// Throws unless it is known what a save would replace.
    func checkReplaceable() throws(TokenStoreError) {
        switch self {
        case .absent, .session: return
        case .unavailable(let reason): throw .unavailable(reason: reason)
        case .insecure(let reason): throw .insecure(reason: reason)
        case .corrupt(let reason): throw .corrupt(reason: reason)
        }
    }
}
