import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Validation

/// An account that is being erased, in several transactions. The last of them deletes this record.
struct ErasureRecord: PhasedJob {
    static let table = "erasures"
    private static let byPseudonym = "pseudonym"
    static var personalData: PersonalData<Self> { .none("A running erasure. Its last step deletes it.") }

    let person: UserID
    let pseudonym: UserID
    let startedAt: Date
    /// The time since which the person is hidden, for example by a suspension. People who were notified since then are
    /// not notified again.
    let hiddenSince: Date
    /// The name of the table to process next; `nil` before the first table.
    var table: String?
    /// Whether all tables were processed once, and are processed again for records that were written meanwhile.
    var isSecondPass = false
    /// Whether the records that remain are already stored under the pseudonym.
    var hasMovedRecords = false
    /// The names of the tables whose features have thrown errors; `nil` if no table has failed, as in a record of
    /// earlier versions.
    var failed: [String]?

    private enum CodingKeys: String, CodingKey {
        case person, pseudonym, startedAt, hiddenSince, table, isSecondPass, failed
        case hasMovedRecords = "holdsAgain"
    }

    /// Whether all tables were processed, and only the failed tables are left to retry.
    var isRetry: Bool { failed != nil && isSecondPass && table == nil }

    var key: String { person.rawValue }

    var indexEntries: [IndexEntry] {
        [
            Self.waitingEntry(since: startedAt),
            IndexEntry(Self.byPseudonym, group: pseudonym.rawValue),
        ]
    }

    func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool {
        try ErasureJob(context: context).perform(self, in: transaction)
    }

    /// The name of the daily work that removes the bytes of deleted records.
    static let deletedBytes = "deleted bytes"

    /// Runs the steps. After the last step, it removes the bytes of deleted records. If the store cannot do that now,
    /// the next run of the host's work does it.
    static func perform(_ key: String, by runner: JobRunner) async throws -> JobRunner.Progress {
        let progress = try await runSteps(key, by: runner)
        if progress == .completed {
            do {
                try await runner.context.store.removeDeletedBytes()
            } catch {
                runner.context.work.makeDue(deletedBytes)
            }
        }
        return progress
    }

    /// Whether at least one of the accounts has an erasure that has not yet moved all records to the pseudonym. Makes
    /// at most two store calls.
    ///
    /// - Parameter ids: The ids of erased accounts, or their pseudonyms.
    static func areMovingRecords(ofAny ids: [UserID], in reader: any StoreReader) throws -> Bool {
        guard !ids.isEmpty else { return false }
        let byID = try reader.get(Self.self, all: ids.map(\.rawValue))
        if byID.values.contains(where: { !$0.hasMovedRecords }) { return true }
        let queries = ids.map { IndexQuery(byPseudonym, group: $0.rawValue, limit: 1) }
        return try reader.list(Self.self, all: queries).joined().contains { !$0.hasMovedRecords }
    }

    static func of(pseudonym: UserID, in reader: any StoreReader) throws -> ErasureRecord? {
        try reader.list(Self.self, IndexQuery(byPseudonym, group: pseudonym.rawValue, limit: 1)).first
    }
}

/// The pseudonym of an erased account, by the digest of the mailbox.
///
/// The record exists for at most three years, while records such as blocks or decisions of moderators are stored under
/// the pseudonym. A new account of the same mailbox gets the pseudonym as its id, so that these records apply to the
/// person again.
struct PseudonymLinkRecord: ExpiringRecord {
    static let table = "returns"
    private static let byPseudonym = "pseudonym"
    static var personalData: PersonalData<Self> {
        .none("The digest of an erased account's address, while records use its pseudonym.")
    }
    /// The lifetime of ratings, which are the last records under a pseudonym to expire.
    private static let lifetime: TimeInterval = 1_096 * 86_400
    /// The limit for erasures, because each erasure resets other limits.
    static let erasures = RateLimit(name: "erasures", tiers: [.init(count: 3, window: 30 * 86_400)])

    /// Digest of the mailbox.
    let key: String
    let pseudonym: UserID
    let expiresAt: Date

    var indexEntries: [IndexEntry] { [expiryEntry, IndexEntry(Self.byPseudonym, group: pseudonym.rawValue)] }

    /// Stores the pseudonym of an account that is being erased, and returns it. An earlier pseudonym of the mailbox
    /// remains in use.
    static func keep(_ account: AccountRecord, _ context: BackendContext, in transaction: LogTransaction) throws
        -> UserID
    {
        let key = context.digest.hexadecimal(.erasedAddress, account.mailbox)
        try erasures.record(key, in: transaction, now: transaction.now)
        let known = try transaction.get(Self.self, key)?.pseudonym
        let record = PseudonymLinkRecord(
            key: key, pseudonym: known ?? UserID(context.newIdentifier()),
            expiresAt: transaction.now.addingTimeInterval(lifetime))
        try transaction.put(record)
        return record.pseudonym
    }

    /// Returns the id for a new account of an address.
    ///
    /// - Throws: `HTTPProblem` if too many accounts of this mailbox were erased recently, or if the last erasure has
    ///   not yet moved all records to the pseudonym.
    static func newID(
        of email: EmailAddress, _ context: BackendContext, in transaction: any StoreTransaction, now: Date
    ) throws -> UserID {
        let key = context.digest.hexadecimal(.erasedAddress, email.mailbox)
        if let wait = try erasures.wait(for: key, in: transaction, now: now) {
            throw HTTPProblem.rateLimited(
                wait: wait, "You have erased accounts with this address often lately. Try again later.")
        }
        guard let record = try transaction.get(Self.self, key), record.expiresAt > now else {
            return UserID(context.newIdentifier())
        }
        if let erasure = try ErasureRecord.of(pseudonym: record.pseudonym, in: transaction), !erasure.hasMovedRecords {
            throw HTTPProblem.rateLimited(
                wait: 60, "We are still erasing your earlier account. Sign in again in a minute.")
        }
        try transaction.delete(Self.self, key)
        return record.pseudonym
    }

    /// Deletes the record if no table has records under the pseudonym any more.
    static func release(_ pseudonym: UserID, in transaction: LogTransaction) throws {
        let query = IndexQuery(byPseudonym, group: pseudonym.rawValue, limit: 1)
        guard let record = try transaction.list(Self.self, query).first,
            try ErasureRecord.of(pseudonym: pseudonym, in: transaction) == nil,
            try !transaction.features.tables.contains(where: { try hasRecord($0, pseudonym, in: transaction) })
        else { return }
        try transaction.delete(Self.self, record.key)
    }

    /// Whether a table has a record under a pseudonym; `true` if the table is of an added feature and cannot be read.
    ///
    /// If such a table cannot be read, the link is kept, but it still expires. Without the link, the records of the
    /// table would not apply to a person who comes back.
    private static func hasRecord<Record: BackendRecord>(
        _ type: Record.Type, _ pseudonym: UserID, in transaction: LogTransaction
    ) throws -> Bool {
        do {
            return try type.personalData.locators.contains { locator in
                try locator.erasure.isKept && !locator.records(of: pseudonym, limit: 1, in: transaction).isEmpty
            }
        } catch let error where transaction.features.isAdded(type.table) && error.isOfRecords {
            transaction.count(.callbackFailed("erasure"))
            return true
        }
    }
}
