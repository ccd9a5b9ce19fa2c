import Foundation
import OrbitModels

/// A person's changed profile, of which people who hold it in a list are still to be told. Written in the transaction
/// that saves the profile.
struct FanOutRecord: StoreRecord {
    static let table = "fan_outs"
    private static let byAge = "age"

    let userID: UserID
    /// The last person told, in the order of ids.
    var cursor: UserID?
    let savedAt: Date

    var key: String { userID.rawValue }
    var indexEntries: [IndexEntry] { [IndexEntry(Self.byAge, rank: savedAt.milliseconds)] }

    /// The oldest.
    static func next(in reader: any StoreReader) throws -> FanOutRecord? {
        try reader.list(Self.self, IndexQuery(byAge, limit: 1)).first
    }
}

/// Tells people that a person has changed: a bounded number in each transaction, each if they still hold the person and
/// may see them. The request that saved the profile does it once that is committed; when it is interrupted, later ones
/// go on from where it ended.
struct PersonFanOut: Sendable {
    /// The most events of one transaction.
    static let batch = 200

    /// The most transactions that one request does beside its own.
    private static let mostBatches = 25

    let context: Context
    let now: Date

    /// Tells those whose turn it is.
    func run() async {
        do {
            for _ in 0..<Self.mostBatches {
                guard try await context.commit(at: now, { try tellSome(in: $0) }) else { return }
            }
        } catch {
            // What the request was for is committed; the record has a later request go on.
        }
    }

    /// Returns whether there may be more to tell.
    private func tellSome(in transaction: LogTransaction) throws -> Bool {
        guard var record = try FanOutRecord.next(in: transaction) else { return false }
        return try tellSome(&record, in: transaction)
    }

    private func tellSome(_ record: inout FanOutRecord, in transaction: LogTransaction) throws -> Bool {
        let holders = try Set(Feature.all.flatMap { try $0.holders(record.userID, transaction, now) })
            .filter { id in record.cursor.map { id > $0 } ?? true }.sorted()
        if let account = try transaction.get(AccountRecord.self, record.userID.rawValue) {
            let day = context.day(on: account.campus, at: now)
            for id in holders.prefix(Self.batch) {
                guard let holder = try transaction.get(AccountRecord.self, id.rawValue) else { continue }
                try transaction.appendPerson(account, to: holder, on: day)
            }
        }
        if holders.count > Self.batch {
            record.cursor = holders[Self.batch - 1]
            try transaction.put(record)
        } else {
            try transaction.delete(FanOutRecord.self, record.key)
        }
        return true
    }
}
