import BackendRuntime
import Moderation
import OrbitStore
import TimeAndChance

/// The result of a verification of the moderators' audit trail.
///
/// The trail is a chain of hashes under the key of the configuration's digest, and its end is sealed. A verification
/// detects if a person with access to the database, but not to the key, changes, removes or adds an entry. Later
/// entries of moderators do not repair a broken trail.
///
/// A person with access to the database can restore an earlier state of the whole trail. To detect this, compare
/// ``entries`` with the number of the last verification.
public struct AuditVerification: Hashable, Sendable {
    /// The number of entries that the end of the trail states.
    public let entries: Int
    /// The number of the first entry that was changed, added or removed; `nil` if the trail is intact. If only the end
    /// of the trail is broken, it is the number after the last entry.
    public let firstFault: Int?
}

extension OrbitBackend {
    /// Verifies the moderators' audit trail. It reads the whole trail.
    ///
    /// `runScheduledWork()` also verifies the trail at its first run and then once a day, and counts
    /// `OperatorEvent.auditTrailBroken`.
    ///
    /// ```swift
    /// let verification = try await backend.verifyAuditTrail()
    /// if let number = verification.firstFault { print("Entry \(number) is not as it was written.") }
    /// ```
    ///
    /// - Throws: `StoreError`.
    public func verifyAuditTrail() async throws -> AuditVerification { try await context.auditVerifier.verify(context) }
}

/// A verifier that continues after the last entry of the audit trail that this process has verified.
final class AuditVerifier: SharedValue {
    private let last = LockedState<AuditEntry?>(nil)

    func verify(_ context: BackendContext) async throws -> AuditVerification {
        let (known, trail) = (last.withLock { $0 }, AuditTrail(digest: context.digest))
        let (verification, entry) = try await context.store.read { try trail.verify(knowing: known, in: $0) }
        if verification.firstFault == nil {
            last.withLock { $0 = entry }
        } else {
            // The earlier entry is kept, so that the next verification finds the fault again.
            context.configuration.count(.auditTrailBroken)
        }
        return verification
    }
}

extension BackendContext {
    /// The verifier of the audit trail that all requests of this process share.
    var auditVerifier: AuditVerifier { shared(AuditVerifier.self) }
}
