import BackendRuntime
import Moderation
import OrbitStore
import TimeAndChance

/// The result of a verification of the moderators' audit trail.
///
/// The trail is a chain of hashes under the key of the configuration's digest, and its end is sealed. A person with
/// access to the database, but not to the key, cannot change, remove or add an entry unnoticed. Entries that moderators
/// add later do not mend a broken trail. The person can restore an earlier state of the whole trail: compare
/// ``entries`` with the number of the last verification.
public struct AuditVerification: Hashable, Sendable {
    /// The number of entries that the end of the trail states.
    public let entries: Int
    /// The number of the first entry that was changed or removed; `nil` if the trail is as it was written.
    public let firstFault: Int?
}

extension OrbitBackend {
    /// Verifies the moderators' audit trail. It reads the whole trail.
    ///
    /// Due work does the same at its first run and then once a day, and counts `OperatorEvent.auditTrailBroken`.
    ///
    /// ```swift
    /// let verification = try await backend.verifyAuditTrail()
    /// if let number = verification.firstFault { print("Entry \(number) is not as it was written.") }
    /// ```
    ///
    /// - Throws: `StoreError`.
    public func verifyAuditTrail() async throws -> AuditVerification { try await context.auditWatch.verify(context) }
}

/// The memory of this process of the last entry of the audit trail.
final class AuditWatch: SharedValue {
    private let last = LockedState<AuditEntry?>(nil)

    func verify(_ context: BackendContext) async throws -> AuditVerification {
        let (known, trail) = (last.withLock { $0 }, AuditTrail(digest: context.digest))
        let (verification, entry) = try await context.store.read { try trail.verify(knowing: known, in: $0) }
        if verification.firstFault == nil {
            last.withLock { $0 = entry }
        } else {
            // The entry from before stays known, so that the next verification finds the fault again.
            context.configuration.count(.auditTrailBroken)
        }
        return verification
    }
}

extension BackendContext {
    /// What this process knows of the audit trail.
    var auditWatch: AuditWatch { shared(AuditWatch.self) }
}
