public import OrbitModels

/// Stores a session between launches as one record, so that a pair of tokens is never split.
///
/// The existing implementations are ``FileTokenStore``, ``MemoryTokenStore`` and, on Apple platforms,
/// `KeychainTokenStore`.
///
/// An absent session and an unreadable session are different results. Show only ``StoredSession/absent`` as signed out.
/// A session that cannot be read may be intact, so keep the user signed in if possible, and retry.
public protocol TokenStore: Sendable {
    /// The location and the protection of the stored session.
    var status: TokenStoreStatus { get }

    /// Reads the session without waiting for the lock, and changes nothing.
    ///
    /// - Returns: The session, or the reason for not returning a session.
    func load() async -> StoredSession

    /// Runs `body` while no other task can change the session. If processes share the store, other processes are
    /// excluded too.
    ///
    /// Use it to exchange a refresh token only once. Load the session again, exchange the token only if it is still
    /// current, and save the result. Do not let the handle escape, because the store is locked as long as the handle
    /// exists. Calling the store's own methods inside `body` deadlocks.
    ///
    /// - Parameter body: The work, with the locked store.
    /// - Returns: The result of `body`.
    /// - Throws: ``TokenStoreError`` if the store cannot be locked, `CancellationError` if the wait is cancelled, or
    ///   the error of `body`. A failed lock does not show whether a session is stored.
    func withExclusiveAccess<Result: Sendable>(
        _ body: @Sendable (any ExclusiveTokens) async throws -> Result
    ) async throws -> Result
}

extension TokenStore {
    /// Replaces the stored session. After this returns, the session survives a crash if the store itself survives it.
    ///
    /// - Parameter session: The session to store.
    /// - Throws: ``TokenStoreError`` if the store cannot be locked, if the stored session cannot be read, or if the new
    ///   session cannot be written. An unreadable session is not replaced; if the user agrees, call ``remove()`` first.
    ///   Also throws `CancellationError`.
    public func save(_ session: AuthSession) async throws {
        try await withExclusiveAccess { try $0.save(session) }
    }

    /// Removes the stored session, even if it is unreadable. Does nothing if it is absent.
    ///
    /// - Throws: ``TokenStoreError`` if the session may still be stored, or `CancellationError`.
    public func remove() async throws {
        try await withExclusiveAccess { try $0.remove() }
    }
}

/// A locked token store, for the holder of the lock.
public protocol ExclusiveTokens: Sendable {
    /// Reads the session; see ``TokenStore/load()``.
    func load() -> StoredSession

    /// Replaces an absent or readable session. It never replaces an unreadable session.
    ///
    /// - Parameter session: The session to store.
    /// - Throws: ``TokenStoreError`` if the stored session cannot be read or the new session cannot be written.
    func save(_ session: AuthSession) throws(TokenStoreError)

    /// Removes the stored session, even if it is unreadable. Does nothing if it is absent.
    ///
    /// - Throws: ``TokenStoreError`` if the session may still be stored.
    func remove() throws(TokenStoreError)
}

/// The result of reading a token store. Each reason is a sentence for the user, without secrets.
public enum StoredSession: Hashable, Sendable {
    /// No session is stored. Only this result means signed out.
    case absent
    /// The stored session.
    case session(AuthSession)
    /// The session cannot be read now and may be intact, for example because of a locked device, a failing disk or too
    /// many open files.
    case unavailable(reason: String)
    /// Other users may have read or planted the session, so it was not used.
    case insecure(reason: String)
    /// The session is damaged, or a newer version of the app wrote it.
    case corrupt(reason: String)
}

extension StoredSession {
    /// Throws if the store contains an unreadable session, because a save must not replace it.
    func checkReplaceable() throws(TokenStoreError) {
        switch self {
        case .absent, .session: return
        case .unavailable(let reason): throw .unavailable(reason: reason)
        case .insecure(let reason): throw .insecure(reason: reason)
        case .corrupt(let reason): throw .corrupt(reason: reason)
        }
    }
}

/// An error of a token store that could not be changed. The earlier session may still be stored and valid.
@nonexhaustive
public enum TokenStoreError: Error, Hashable, Sendable {
    /// The store is not available now; it may be later.
    case unavailable(reason: String)
    /// The store cannot be trusted.
    case insecure(reason: String)
    /// The stored session cannot be read, so it was not replaced.
    case corrupt(reason: String)
}

/// The location and the protection of a stored session, for display to the user.
public struct TokenStoreStatus: Hashable, Sendable {
    /// A level of protection of a session, the weakest first. Memory protects better than a plain file, because nothing
    /// is on the disk.
    @nonexhaustive
    public enum ProtectionLevel: Hashable, Sendable {
        /// The session is plain text in a file that only this user can open. This does not protect against other
        /// programs of the same user, or against a person with a backup or the disk.
        case privateFile
        /// The session is in the memory of this process.
        case processMemory
        /// The session is encrypted by the system with a key that stays on the device.
        case keychain
    }

    /// The protection.
    public let protection: ProtectionLevel

    /// The path of a file store; `nil` for all other stores.
    public let path: String?

    /// Creates a status.
    public init(protection: ProtectionLevel, path: String? = nil) {
        self.protection = protection
        self.path = path
    }

    /// Whether the tokens are encrypted at rest.
    public var isEncrypted: Bool { protection == .keychain }

    /// Returns a sentence for the user.
    public func explanation(in words: LocalizedStrings) -> String { words(protection) }

    /// A sentence for the user in English.
    public var explanation: String { explanation(in: .english) }
}
