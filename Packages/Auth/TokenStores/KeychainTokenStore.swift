#if canImport(Security)
    import DurableFiles
    import Foundation
    import OrbitModels
    import Security

    /// Stores the session in the device's keychain. The session is readable after the first unlock, and excluded from
    /// backups to other devices.
    ///
    /// The keychain outlives the app, so pass an `installID` that does not. A session of an earlier installation then
    /// counts as absent.
    ///
    /// The keychain has no locks, so exclusive access applies only to tasks of this process. Use a ``FileTokenStore``
    /// if an app and its extensions share a session.
    public struct KeychainTokenStore: TokenStore {
        private let item: Item
        private let lock = AsyncMutex()

        /// Creates a store for a generic password item.
        ///
        /// - Parameters:
        ///   - service: The service of the item.
        ///   - account: The account of the item.
        ///   - accessGroup: The access group of the item; `nil` for the app's default group.
        ///   - installID: The identifier of this installation. With `nil`, only sessions that were stored without an
        ///     identifier count.
        public init(service: String, account: String = "session", accessGroup: String? = nil, installID: String?) {
            item = Item(service: service, account: account, accessGroup: accessGroup, installID: installID)
        }

        /// The keychain.
        public var status: TokenStoreStatus { TokenStoreStatus(protection: .keychain) }

        /// Reads the session. The result is unavailable while the device is locked.
        @concurrent
        public func load() async -> StoredSession { item.load() }

        /// Runs `body` while other tasks of this process are excluded.
        @concurrent
        public func withExclusiveAccess<Result: Sendable>(
            _ body: @Sendable (any ExclusiveTokens) async throws -> Result
        ) async throws -> Result {
            try await lock.withLock { try await body(item) }
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
