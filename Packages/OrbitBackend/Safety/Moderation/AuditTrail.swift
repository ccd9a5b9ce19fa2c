import BackendRuntime
import Foundation
import Moderation
import OrbitModels
import OrbitStore

/// An entry of the audit trail: an action of a moderator. The entries are a chain, because each contains the hash of
/// the previous entry.
///
/// No code changes or deletes an entry. The hashes use the key of the host's digest. So a person without the key cannot
/// compute new hashes for a changed trail.
struct AuditRecord: BackendRecord {
    static let table = "moderation_audit"
    static var personalData: PersonalData<Self> {
        .none(
            "It names people by aliases, which identify no person after an erasure. A change would break it.")
    }
    static let byNumber = "number"

    private(set) var entry: AuditEntry

    var key: String { String(entry.number) }
    var indexEntries: [IndexEntry] { [IndexEntry(Self.byNumber, rank: Int64(entry.number))] }

    fileprivate init(_ entry: AuditEntry, digest: SecretDigest) {
        self.entry = entry
        self.entry.hash = hash(by: digest)
    }

    /// Returns the hash of all members except the hash itself.
    fileprivate func hash(by digest: SecretDigest) -> String {
        let content = ContentHash.hexadecimal([
            String(entry.number), String(hashedMilliseconds), entry.moderatorID.rawValue, entry.action.rawValue,
            entry.caseID.rawValue, entry.decisionID?.rawValue ?? "", entry.userID.rawValue, entry.details, entry.note,
            entry.previous,
        ])
        return digest.hexadecimal(.auditTrail, content)
    }

    /// The milliseconds since 1970, rounded down. The rank of an index differs from it, and may change. This number may
    /// not, because stored hashes contain it.
    private var hashedMilliseconds: Int64 {
        let value = (entry.at.timeIntervalSince1970 * 1_000).rounded(.down)
        return Int64(exactly: value) ?? (value < 0 ? .min : .max)
    }
}

/// The end of the audit trail: the number of entries and the hash of the last entry, sealed with the host's digest. A
/// person without its key cannot shorten the trail and write a matching end.
struct AuditHead: BackendRecord {
    static let table = "moderation_audit_head"
    static var personalData: PersonalData<Self> { .none("The number and the hash of the last entry.") }
    static let onlyKey = "head"

    let number: Int
    let hash: String
    private let seal: String

    var key: String { Self.onlyKey }
    var indexEntries: [IndexEntry] { [] }

    /// Creates the end of a trail.
    ///
    /// - Parameters:
    ///   - last: The last entry.
    ///   - digest: The key of the seal; `nil` leaves the end of a broken trail without a valid seal.
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

/// The writer and verifier of the audit trail. A verification detects each entry that was changed or deleted.
struct AuditTrail {
    private static let batch = 500
    /// The greatest number of an entry. Its successor does not overflow.
    private static let maxNumber = Int(Int64.max - 1)

    let digest: SecretDigest

    /// Appends an entry.
    ///
    /// It also appends to a trail whose end is broken, and counts ``OperatorEvent/auditTrailBroken``. The end then
    /// stays without a valid seal, so that all later verifications fail. An entry never replaces a record.
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

    /// Returns the number and the hash of the last entry, and whether the end is intact. The end is intact in two
    /// cases:
    ///
    /// - A sealed head names the last record.
    /// - The trail has neither a head nor a record.
    ///
    /// For a broken end, the number is that of the last record or of a sealed head, whichever is greater. It is at most
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

    /// Returns the last index entry with a number from 1 to `bound`; `nil` if no entry has such a number.
    private func lastPlace(upTo bound: Int, in reader: any StoreReader) throws -> IndexPosition? {
        try reader.positions(
            AuditRecord.self,
            IndexQuery(AuditRecord.byNumber, ranks: 1...Int64(bound), order: .descending, limit: 1)
        ).first
    }

    /// Returns a number without a record, for an entry that cannot get the number after the end of the trail. That is
    /// the case if a forged record has that number, or the greatest number.
    ///
    /// It takes at most four store calls, regardless of the number of entries that were appended after the forgery. The
    /// digest selects the bound of the search. So a person without its key cannot occupy the numbers at the bound.
    ///
    /// - Throws: `StoreError.unwritableRecord` if both examined numbers have a record.
    private func freeNumber(at now: Date, in reader: any StoreReader) throws -> Int {
        // The hash changes with each entry, so the next entry gets another bound.
        let hash = try read(AuditHead.self, AuditHead.onlyKey, in: reader).record?.hash ?? ""
        let digits = digest.hexadecimal(.auditTrail, "place", hash, String(now.milliseconds)).prefix(15)
        let bound = max(Int(digits, radix: 16) ?? 1, 1)
        let last = try lastPlace(upTo: bound, in: reader)
        // A forged record need not have an index entry.
        for number in [Int(last?.rank ?? 0) + 1, bound] where try !isWritten(number, in: reader) { return number }
        throw StoreError.unwritableRecord(table: AuditRecord.table)
    }

    /// Whether a record with this number exists, readable or not.
    private func isWritten(_ number: Int, in reader: any StoreReader) throws -> Bool {
        let (record, isReadable) = try read(AuditRecord.self, String(number), in: reader)
        return record != nil || !isReadable
    }

    /// Returns a record of the trail, and whether it is readable. The record is `nil` if it does not exist or cannot be
    /// read.
    private func read<Record: StoreRecord>(
        _: Record.Type, _ key: String, in reader: any StoreReader
    ) throws -> (record: Record?, isReadable: Bool) {
        do {
            return (try reader.get(Record.self, key), true)
        } catch StoreError.unreadableRecord {
            return (nil, false)
        }
    }

    /// Returns the alias of a person in the trail. It is always the same, and cannot be reversed without the person's
    /// id.
    func alias(of person: UserID) -> UserID {
        UserID(ContentHash.hexadecimal([digest.hexadecimal(.auditTrail, "person", person.rawValue)]))
    }

    /// Verifies the whole trail, in batches.
    ///
    /// - Parameter known: An entry that an earlier verification has read. With it, the verification detects a restored
    ///   earlier head, whose seal is genuine.
    /// - Returns: The result, and the last entry.
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
