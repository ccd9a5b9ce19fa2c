import Foundation

/// A record that means nothing any more after some time.
protocol ExpiringRecord: StoreRecord {
    var expiresAt: Date { get }
}

extension ExpiringRecord {
    /// Where ``Sweep`` finds it.
    var expiryEntry: IndexEntry { IndexEntry(Sweep.index, rank: expiresAt.milliseconds) }
}

/// Removes what has expired, a little with each request that adds something, so that no request waits long.
enum Sweep {
    static let index = "expiry"
    /// The most records of a table removed at once; more than any request adds.
    static let batch = 8

    static func run(in transaction: LogTransaction, now: Date) throws {
        for record in Feature.all.flatMap(\.expiring) { try sweep(record, transaction, now) }
        try transaction.sweepLogs()
        transaction.hasFanOut = try FanOutRecord.next(in: transaction) != nil
    }

    private static func sweep<Record: ExpiringRecord>(
        _ type: Record.Type, _ transaction: any StoreTransaction, _ now: Date
    ) throws {
        let expired = IndexQuery(index, ranks: .min...now.milliseconds, limit: batch)
        for record in try transaction.list(type, expired) { try transaction.delete(type, record.key) }
    }
}

extension Date {
    /// Milliseconds since 1970, for ranks; dates beyond what fits are taken to the nearest that does.
    var milliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1_000).rounded(.down)
        return Int64(exactly: value) ?? (value < 0 ? .min : .max)
    }
}
