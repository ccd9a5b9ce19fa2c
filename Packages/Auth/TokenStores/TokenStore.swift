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
