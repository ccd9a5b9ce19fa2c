import Auth
import Foundation
import OrbitModels
import TimeAndChance

/// A place of the system for one secret, such as an item of libsecret or of the Windows credential store.
struct Vault: Sendable {
    /// Returns the secret; `nil` if no secret is stored. Throws if the vault is locked.
    var read: @Sendable () throws -> Data?
    /// Replaces the secret, or removes it with `nil`.
    var write: @Sendable (Data?) throws -> Void
}

/// Stores the session in a vault that only this process uses.
struct VaultTokenStore: TokenStore {
    let vault: Vault
    private let lock = AsyncMutex()

    init(_ vault: Vault) { self.vault = vault }

    var status: TokenStoreStatus { TokenStoreStatus(protection: .keychain) }

    func load() async -> StoredSession { OpenVault(vault: vault).load() }

    func withExclusiveAccess<Result: Sendable>(
        _ body: @Sendable (any ExclusiveTokens) async throws -> Result
    ) async throws -> Result {
        try await lock.withLock { try await body(OpenVault(vault: vault)) }
    }
}

private struct OpenVault: ExclusiveTokens {
    let vault: Vault

    func load() -> StoredSession {
        let secret: Data?
        do {
            secret = try vault.read()
        } catch {
            // A locked vault may contain a session, so the user is not signed out.
            return .unavailable(reason: "The vault is locked. Unlock it and try again.")
        }
        guard let secret else { return .absent }
        do {
            return .session(try JSONDecoder().decode(AuthSession.self, from: secret))
        } catch {
            // The decoder's error may quote the tokens.
            return .corrupt(reason: "The stored session is damaged. Remove it and sign in again.")
        }
    }

    func save(_ session: AuthSession) throws(TokenStoreError) {
        switch load() {
        case .absent, .session: try write { try JSONEncoder().encode(session) }
        case .unavailable(let reason): throw .unavailable(reason: reason)
        case .insecure(let reason): throw .insecure(reason: reason)
        case .corrupt(let reason): throw .corrupt(reason: reason)
        }
    }

    func remove() throws(TokenStoreError) { try write { nil } }

    private func write(_ secret: () throws -> Data?) throws(TokenStoreError) {
        do {
            try vault.write(secret())
        } catch {
            throw .unavailable(reason: "The vault cannot be written. Unlock it and try again.")
        }
    }
}
