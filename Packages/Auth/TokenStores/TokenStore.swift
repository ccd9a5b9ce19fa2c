public import OrbitModels

/// Stores a session between launches as one record, so that a pair of tokens is never split.
///
/// "Nothing stored" and "not readable" are different results. Only ``StoredSession/absent`` may be shown as signed out;
/// after any other failure the session may be intact, so keep the user signed in as far as possible and retry.
public protocol TokenStore: Sendable {
    /// Where and how safely the session is stored.
    var status: TokenStoreStatus { get }

    /// Reads the session without waiting for the lock; changes nothing.
    func load() async -> StoredSession

    /// Runs `body` while no other task can change the session - and no other process, if the store is shared by
    /// processes.
    ///
    /// Use it to exchange a refresh token only once: load again inside, exchange only a current token, save. Do not let
    /// the handle escape: the store stays locked as long as the handle lives. Calling the store's own methods inside
    /// deadlocks.
    ///
    /// Throws ``TokenStoreError`` if the store cannot be locked - which says nothing about whether there is a session -
    /// `CancellationError` if the wait is cancelled, or what `body` throws.
    func withExclusiveAccess<Result: Sendable>(
        _ body: @Sendable (any ExclusiveTokens) async throws -> Result
    ) async throws -> Result
}

extension TokenStore {
    /// Replaces the stored session; once this returns, the session survives a crash if the store does.
    ///
    /// If the stored session cannot be read, throws ``TokenStoreError`` and replaces nothing: call ``remove()`` first,
    /// if the user agrees. Also throws `CancellationError`.
    public func save(_ session: AuthSession) async throws {
        try await withExclusiveAccess { try $0.save(session) }
    }

    /// Removes whatever is stored, readable or not; does nothing if it is absent.
    ///
    /// Throws ``TokenStoreError`` if it may still be there, or `CancellationError`.
    public func remove() async throws {
        try await withExclusiveAccess { try $0.remove() }
    }
}

/// A locked token store, for the holder of the lock.
public protocol ExclusiveTokens: Sendable {
    /// Reads the session; see ``TokenStore/load()``.
    func load() -> StoredSession

    /// Replaces an absent or readable session; never one that cannot be read.
    func save(_ session: AuthSession) throws(TokenStoreError)

    /// Removes whatever is stored, readable or not; does nothing if it is absent.
    func remove() throws(TokenStoreError)
}

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

/// Why a token store could not be changed. The session stored before may still be there and valid.
@nonexhaustive
public enum TokenStoreError: Error, Hashable, Sendable {
    /// The store is not available now; it may be later.
    case unavailable(reason: String)
    /// The store cannot be trusted.
    case insecure(reason: String)
    /// The stored session cannot be read, so it was not replaced.
    case corrupt(reason: String)
}

/// Where and how safely a session is stored, for display to the user.
public struct TokenStoreStatus: Hashable, Sendable {
    /// How a session is protected, the weakest first.
    @nonexhaustive
    public enum Grade: Hashable, Sendable {
        /// Plain text in a file that only this user can open. It does not protect against other programs of the same
        /// user, nor against a person with a backup or the disk.
        case privateFile
        /// In the memory of this process.
        case processMemory
        /// Encrypted by the system with a key that stays on the device.
        case keychain
    }

    /// The protection.
    public let grade: Grade

    /// The path of a file store; otherwise nil.
    public let path: String?

    /// Creates a status.
    public init(grade: Grade, path: String? = nil) {
        self.grade = grade
        self.path = path
    }

    /// Whether the tokens are encrypted at rest.
    public var isSealed: Bool { grade == .keychain }

    /// A sentence for the user.
    public func explanation(in words: Words) -> String { words(grade) }

    /// The same in English.
    public var explanation: String { explanation(in: .english) }
}
