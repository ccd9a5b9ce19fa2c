import Foundation
import OrbitModels
import Safety

/// What moderators have done, in a chain: each record holds the hash of the one before.
///
/// There is no code that changes or removes a record. The hashes go through the host's digest, so that without its key
/// they cannot be made anew for a trail that was changed.
struct AuditRecord: StoreRecord {
    static let table = "moderation_audit"
    static var personalData: PersonalData<Self> {
        .none(
            "People stand in it under aliases, which lead to nobody once the account is gone; a change would break it.")
    }
    static let byNumber = "number"

    private(set) var entry: AuditEntry

    var key: String { String(entry.number) }
    var indexEntries: [IndexEntry] { [IndexEntry(Self.byNumber, rank: Int64(entry.number))] }

    fileprivate init(_ entry: AuditEntry, digest: SecretDigest) {
        self.entry = entry
        self.entry.hash = hash(by: digest)
    }

    /// Of everything but the hash itself.
    fileprivate func hash(by digest: SecretDigest) -> String {
        let content = ContentHash.hexadecimal([
            String(entry.number), String(entry.at.milliseconds), entry.moderatorID.rawValue, entry.action.rawValue,
            entry.caseID.rawValue, entry.decisionID?.rawValue ?? "", entry.userID.rawValue, entry.details, entry.note,
            entry.previous,
        ])
        return digest.hexadecimal(.auditTrail, content)
    }
}

/// Where the trail ends.
struct AuditHead: StoreRecord {
    static let table = "moderation_audit_head"
    static var personalData: PersonalData<Self> { .none("The number and the hash of the last entry.") }
    static let onlyKey = "head"

    let number: Int
    let hash: String

    var key: String { Self.onlyKey }
    var indexEntries: [IndexEntry] { [] }
}

/// Writes the trail, and tells whether it is as it was written.
struct AuditTrail {
    let digest: SecretDigest

    func append(
        _ action: AuditAction, by moderator: UserID, _ decision: DecisionRecord, details: String, note: String,
        in transaction: LogTransaction
    ) throws {
        let head = try transaction.get(AuditHead.self, AuditHead.onlyKey)
        let record = AuditRecord(
            AuditEntry(
                number: (head?.number ?? 0) + 1, at: transaction.now, moderatorID: alias(of: moderator),
                action: action, caseID: decision.caseID, decisionID: decision.id, userID: alias(of: decision.accused),
                details: details,
                note: note, previous: head?.hash ?? "", hash: ""),
            digest: digest)
        try transaction.put(record)
        try transaction.put(AuditHead(number: record.entry.number, hash: record.entry.hash))
    }

    /// What stands for a person in the trail: always the same, and no way back without their id.
    func alias(of person: UserID) -> UserID {
        UserID(ContentHash.hexadecimal([digest.hexadecimal(.auditTrail, "person", person.rawValue)]))
    }

    /// The number of the first record that is not as it was written, or that is missing; `nil` if all are.
    func firstFault(in reader: any StoreReader) throws -> Int? {
        let records = try reader.list(AuditRecord.self, IndexQuery(AuditRecord.byNumber))
        let head = try reader.get(AuditHead.self, AuditHead.onlyKey)
        var previous = ""
        for (index, record) in records.enumerated() {
            guard record.entry.number == index + 1, record.entry.previous == previous,
                ConstantTime.areEqual(record.hash(by: digest), record.entry.hash)
            else { return index + 1 }
            previous = record.entry.hash
        }
        return records.count == head?.number ?? 0 && previous == head?.hash ?? "" ? nil : records.count + 1
    }
}
