public import OrbitModels

/// The result of reading a token store. Each reason is a sentence for the user, without secrets.
public enum StoredSession: Hashable, Sendable {
    /// There is none: the only result that means signed out.
    case absent
    /// The stored session.
    case session(AuthSession)
    /// It cannot be read now - a locked device, a failing disk, too many open files - and may be intact.
    case unavailable(reason: String)
    /// Other users may have read or planted it, so it was not used.
    case insecure(reason: String)
    /// It is damaged, or a newer version of the app wrote it.
    case corrupt(reason: String)
}

extension StoredSession {
    /// Throws unless a save would replace nothing or a readable session.
    func checkReplaceable() throws(TokenStoreError) {
        switch self {
        case .absent, .session: return
        case .unavailable(let reason): throw .unavailable(reason: reason)
        case .insecure(let reason): throw .insecure(reason: reason)
        case .corrupt(let reason): throw .corrupt(reason: reason)
        }
    }
}
