import BackendRuntime
import OrbitModels
import OrbitStore
import TimeAndChance
public import Validation

extension OrbitBackend {
    /// Certifies a person as a host, or revokes the certificate, for the operator's tools: no route does it.
    ///
    /// Meetups and the person's reputation show it from the next request on. An erasure of the account ends it.
    ///
    /// ```swift
    /// try await backend.certifyHost(EmailAddress("maya@stanford.edu"))
    /// ```
    ///
    /// - Returns: Whether an account has this address.
    /// - Throws: `StoreError` if the store fails. Nothing has changed then.
    @discardableResult
    public func certifyHost(_ email: EmailAddress, isCertified: Bool = true) async throws -> Bool {
        try await context.commit(at: context.time.date) { transaction in
            guard let account = try AccountRecord.find(email, in: transaction) else { return false }
            try AccountRecord.certify(account.id, isCertified, in: transaction)
            return true
        }
    }
}

extension AccountRecord {
    /// Certifies a person as a host, or revokes the certificate. Meetups and the person's reputation show it from the
    /// next request on.
    static func certify(_ person: UserID, _ isCertified: Bool = true, in transaction: LogTransaction) throws {
        guard var account = try transaction.get(Self.self, person.rawValue), account.isCertified != isCertified else {
            return
        }
        account.certify(isCertified, at: transaction.now)
        try transaction.put(account)
    }
}
