public import OrbitModels

/// Where a session is kept between launches, as one record: the tokens of a pair are never torn apart.
///
/// Nothing stored and nothing readable are different answers. Only ``StoredSession/absent`` may be
/// shown as signed out; after any other failure the session may be intact, so keep the person signed in
/// as far as possible and try again.
public protocol TokenStore: Sendable {
    /// Where the session is kept, and how well.
    var status: TokenStoreStatus { get }

    /// Reads the session, waiting for nobody. Absent and unreadable are separate outcomes; reading changes nothing.
    func load() async -> StoredSession

    /// Runs `body` while no other task can change the session - and no other process, if the store is one
    /// that processes share.
    ///
    /// This is how a refresh token is exchanged only once: load again inside, exchange only what is
    /// still current, save. Do not let the handle escape: the store stays locked as long as it lives. The
    /// store's own methods would wait for this very call to end.
    ///
    /// Throws ``TokenStoreError`` if the store cannot be locked - which says nothing about whether there is a
    /// session - `CancellationError` if the wait is cancelled, or what `body` throws.
    func withExclusiveAccess<Result: Sendable>(
        _ body: @Sendable (any ExclusiveTokens) async throws -> Result
    ) async throws -> Result
}

extension TokenStore {
    /// Keeps `session` in place of the previous one; once this returns, it survives a crash if the store does.
    ///
    /// Works alike whether a session was absent or present. If what is there cannot be read, throws
    /// ``TokenStoreError`` and replaces nothing: ``remove()`` it first, if the person agrees.
    /// Also throws `CancellationError`.
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

/// A token store that is locked for the one who holds this.
public protocol ExclusiveTokens: Sendable {
    /// Absent and unreadable are separate outcomes, as with ``TokenStore/load()``.
    func load() -> StoredSession

    /// Replaces an absent or readable session; never one that cannot be read.
    func save(_ session: AuthSession) throws(TokenStoreError)

    /// Removes whatever is stored, readable or not; does nothing if it is absent.
    func remove() throws(TokenStoreError)
}
