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
    /// The most records of a table removed at once; more than a request adds, but for those that make room.
    static let batch = 8

    static func run(in transaction: LogTransaction, now: Date) throws {
        for record in Feature.all.flatMap(\.expiring) { try sweep(record, transaction, now) }
        try transaction.sweepLogs()
    }

    /// For a request that adds to one table, and has no time for the others.
    static func run<Record: ExpiringRecord>(_ type: Record.Type, in transaction: LogTransaction) throws {
        try sweep(type, transaction, transaction.now)
    }

    /// For a request that adds many records to a few tables: removes as many that have expired, beside ``run(in:now:)``.
    static func makeRoom(
        for count: Int, _ types: any ExpiringRecord.Type..., in transaction: LogTransaction
    ) throws {
        guard count > batch else { return }
        for record in types { try sweep(record, transaction, transaction.now, limit: count) }
    }

    private static func sweep<Record: ExpiringRecord>(
        _ type: Record.Type, _ transaction: any StoreTransaction, _ now: Date, limit: Int = batch
    ) throws {
        let expired = IndexQuery(index, ranks: .min...now.milliseconds, limit: limit)
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
