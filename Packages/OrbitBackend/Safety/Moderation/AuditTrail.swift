import BackendRuntime
import Foundation
import Moderation
import OrbitModels
import OrbitStore

/// What moderators have done, in a chain: each record holds the hash of the one before.
///
/// There is no code that changes or removes a record. The hashes go through the host's digest, so that without its key
/// they cannot be made anew for a trail that was changed.
struct AuditRecord: BackendRecord {
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

/// The number of entries and the hash of the last one, sealed with the host's digest: without its key no one can
/// shorten the trail and write a head that fits.
struct AuditHead: BackendRecord {
    static let table = "moderation_audit_head"
    static var personalData: PersonalData<Self> { .none("The number and the hash of the last entry.") }
    static let onlyKey = "head"

    let number: Int
    let hash: String
    private let seal: String

    var key: String { Self.onlyKey }
    var indexEntries: [IndexEntry] { [] }

    /// - Parameter digest: The key of the seal; `nil` leaves the end of a broken trail without a valid seal.
    fileprivate init(_ last: AuditEntry, sealedBy digest: SecretDigest?) {
        (number, hash) = (last.number, last.hash)
        seal = digest.map { Self.seal(last.number, last.hash, by: $0) } ?? ""
    }

    fileprivate func isSealed(by digest: SecretDigest) -> Bool {
        ConstantTime.areEqual(Self.seal(number, hash, by: digest), seal)
    }

    private static func seal(_ number: Int, _ hash: String, by digest: SecretDigest) -> String {
        digest.hexadecimal(.auditTrail, "head", String(number), hash)
    }
}

/// Writes the trail, and verifies that no entry was changed or removed.
struct AuditTrail {
    private static let batch = 500
    /// The number after it does not overflow.
    private static let maxNumber = Int(Int64.max - 1)

    let digest: SecretDigest

    /// Writes an entry at the end of the trail.
    ///
    /// An entry of a trail whose end is broken is written too, and ``OperatorEvent/auditTrailBroken`` is counted. The
    /// end stays without a valid seal, so that all later verifications fail. An entry never replaces a record.
    func append(
        _ action: AuditAction, by moderator: UserID, _ decision: DecisionRecord, details: String, note: String,
        in transaction: LogTransaction
    ) throws {
        let end = try end(in: transaction)
        let next = end.number < Self.maxNumber ? end.number + 1 : nil
        let isNextFree = try next.map { try !isWritten($0, in: transaction) } ?? false
        let isIntact = end.isIntact && isNextFree
        if !isIntact { transaction.count(.auditTrailBroken) }
        let number = if let next, isNextFree { next } else { try freeNumber(at: transaction.now, in: transaction) }
        let record = AuditRecord(
            AuditEntry(
                number: number, at: transaction.now, moderatorID: alias(of: moderator), action: action,
                caseID: decision.caseID, decisionID: decision.id, userID: alias(of: decision.accused),
                details: details, note: note, previous: end.hash, hash: ""),
            digest: digest)
        try transaction.put(record)
        try transaction.put(AuditHead(record.entry, sealedBy: isIntact ? digest : nil))
    }

    /// The number and the hash of the last entry. The end is intact if the last record is the one that a sealed head
    /// names, or if there is neither a head nor a record.
    ///
    /// The number of a broken end is that of the last record or of a sealed head, whichever is greater, and at most
    /// `Int64.max - 1`.
    private func end(in reader: any StoreReader) throws -> (number: Int, hash: String, isIntact: Bool) {
        let (head, isReadable) = try read(AuditHead.self, AuditHead.onlyKey, in: reader)
        let place = try lastPlace(upTo: Self.maxNumber, in: reader)
        let last = try place.flatMap { try read(AuditRecord.self, $0.key, in: reader).record?.entry }
        let count = Int(place?.rank ?? 0)
        if let head, head.isSealed(by: digest) {
            return (max(head.number, count), head.hash, head.number == last?.number && head.hash == last?.hash)
        }
        return (count, last?.hash ?? "", isReadable && head == nil && place == nil)
    }

    /// The last index entry of a number from 1 to `bound`; `nil` if there is none.
    private func lastPlace(upTo bound: Int, in reader: any StoreReader) throws -> IndexPosition? {
        try reader.keys(
            AuditRecord.self,
            IndexQuery(AuditRecord.byNumber, ranks: 1...Int64(bound), order: .descending, limit: 1)
        ).first
    }

    /// Returns a number without a record, for an entry after forged records of the greatest numbers.
    ///
    /// It takes at most four calls, however many entries were added since. The digest selects the bound of the search,
    /// so nobody without its key can occupy the numbers at the bound.
    ///
    /// - Throws: `StoreError.unwritableRecord` if both numbers that it looks at have a record.
    private func freeNumber(at now: Date, in reader: any StoreReader) throws -> Int {
        // Another hash after each entry: the next entry gets another bound.
        let hash = try read(AuditHead.self, AuditHead.onlyKey, in: reader).record?.hash ?? ""
        let digits = digest.hexadecimal(.auditTrail, "place", hash, String(now.milliseconds)).prefix(15)
        let bound = max(Int(digits, radix: 16) ?? 1, 1)
        let last = try lastPlace(upTo: bound, in: reader)
        // A forged record need not have an index entry.
        for number in [Int(last?.rank ?? 0) + 1, bound] where try !isWritten(number, in: reader) { return number }
        throw StoreError.unwritableRecord(table: AuditRecord.table)
    }

    /// Whether there is a record of this number, readable or not.
    private func isWritten(_ number: Int, in reader: any StoreReader) throws -> Bool {
        let (record, isReadable) = try read(AuditRecord.self, String(number), in: reader)
        return record != nil || !isReadable
    }

    /// A record of the trail; `nil` if there is none, or if it cannot be read.
    private func read<Record: StoreRecord>(
        _: Record.Type, _ key: String, in reader: any StoreReader
    ) throws -> (record: Record?, isReadable: Bool) {
        do {
            return (try reader.get(Record.self, key), true)
        } catch StoreError.unreadableRecord {
            return (nil, false)
        }
    }

    /// What stands for a person in the trail: always the same, and no way back without their id.
    func alias(of person: UserID) -> UserID {
        UserID(ContentHash.hexadecimal([digest.hexadecimal(.auditTrail, "person", person.rawValue)]))
    }

    /// Reads the whole trail, in batches.
    ///
    /// - Parameter known: an entry that an earlier verification has read. It notices a head of an earlier day, whose
    ///   seal is genuine.
    /// - Returns: the result and the last entry.
    func verify(knowing known: AuditEntry? = nil, in reader: any StoreReader) throws -> (AuditVerification, AuditEntry?)
    {
        let (head, isReadable) = try read(AuditHead.self, AuditHead.onlyKey, in: reader)
        let entries = head?.number ?? 0
        var last: AuditEntry?
        var query = IndexQuery(AuditRecord.byNumber, limit: Self.batch)
        while true {
            let records = try reader.list(AuditRecord.self, query)
            for record in records {
                let number = (last?.number ?? 0) + 1
                let isIntact =
                    record.entry.number == number && record.entry.previous == last?.hash ?? ""
                    && ConstantTime.areEqual(record.hash(by: digest), record.entry.hash)
                    && (number != known?.number || record.entry.hash == known?.hash)
                guard isIntact else { return (AuditVerification(entries: entries, firstFault: number), last) }
                last = record.entry
            }
            guard records.count == Self.batch, let last else { break }
            query.after = IndexPosition(rank: Int64(last.number), key: String(last.number))
        }
        let count = last?.number ?? 0
        let isComplete =
            count >= known?.number ?? 0 && entries == count && head?.hash == last?.hash
            && head?.isSealed(by: digest) != false
        return (AuditVerification(entries: entries, firstFault: isComplete && isReadable ? nil : count + 1), last)
    }
}
