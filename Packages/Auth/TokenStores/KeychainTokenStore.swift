#if canImport(Security)
    import DurableFiles
    import Foundation
    import OrbitModels
    import Security

    /// Keeps the session in the keychain of the device: readable after the first unlock, never backed up elsewhere.
    ///
    /// The keychain outlives the app, so give an `installID` that does not: what an earlier installation left
    /// behind then counts as absent. Exclusive access holds between tasks of this process only, because the keychain has
    /// no locks; an app and its extensions that share a session want a ``FileTokenStore``.
    public struct KeychainTokenStore: TokenStore {
        private let item: Item
        private let turns = FairLock()

        public init(service: String, account: String = "session", accessGroup: String? = nil, installID: String?) {
            item = Item(service: service, account: account, accessGroup: accessGroup, installID: installID)
        }

        public var status: TokenStoreStatus { TokenStoreStatus(grade: .keychain) }

        @concurrent
        public func load() async -> StoredSession { item.load() }

        @concurrent
        public func withExclusiveAccess<Result: Sendable>(
            _ body: @Sendable (any ExclusiveTokens) async throws -> Result
        ) async throws -> Result {
            try await turns.withTurn { try await body(item) }
        }
    }

    private struct Item: ExclusiveTokens {
        let service: String
        let account: String
        let accessGroup: String?
        let installID: String?

        func load() -> StoredSession {
            var query = query
            query[kSecReturnData as String] = true
            var result: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &result)
            switch (status, result as? Data) {
            case (errSecSuccess, let data?): return TokenRecord.decode(data, installID: installID)
            case (errSecItemNotFound, _): return .absent
            default: return .unavailable(reason: reason(status))
            }
        }

        func save(_ session: AuthSession) throws(TokenStoreError) {
            try load().checkReplaceable()
            let values: [String: Any] = [
                kSecValueData as String: try TokenRecord.encode(session, installID: installID),
                kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            var status = SecItemUpdate(query as CFDictionary, values as CFDictionary)
            if status == errSecItemNotFound {
                status = SecItemAdd(query.merging(values) { $1 } as CFDictionary, nil)
            }
            guard status == errSecSuccess else { throw .unavailable(reason: reason(status)) }
        }

        func remove() throws(TokenStoreError) {
            let status = SecItemDelete(query as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else {
                throw .unavailable(reason: reason(status))
            }
        }

        private var query: [String: Any] {
            var query: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword,
                kSecAttrService as String: service,
                kSecAttrAccount as String: account,
                kSecUseDataProtectionKeychain as String: true,
            ]
            if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
            return query
        }

        private func reason(_ status: OSStatus) -> String {
            switch status {
            case errSecInteractionNotAllowed: "The device is locked. Unlock it and try again."
            default: "The keychain reported error \(status). Try again."
            }
        }
    }
#endif
