import Foundation
import OrbitStore
import TimeAndChance

/// Removes expired records, table by table, in transactions of bounded size.
package enum Sweep {
    /// The maximum number of records that one transaction removes.
    package static let batch = 200
    /// The maximum number of transactions for one table before the next table's turn.
    private static let maxTransactions = 1_000

    /// Removes the records that have expired by now. Each table is read once, and only tables with expired records are
    /// written.
    package static func run(_ context: BackendContext) async throws {
        let now = context.time.date
        let tables = try await context.store.read { reader in
            try context.features.expiring.filter { try isDue($0, in: reader, now: now) }
        }
        for table in tables { try await sweep(table, context, at: now) }
    }

    private static func expired(by now: Date, limit: Int) -> IndexQuery {
        IndexQuery(IndexEntry.expiryIndex, through: now, limit: limit)
    }

    private static func isDue<Record: ExpiringRecord>(
        _ type: Record.Type, in reader: any StoreReader, now: Date
    ) throws -> Bool {
        try !reader.positions(type, expired(by: now, limit: 1)).isEmpty
    }

    /// Removes the expired records of one table. It leaves a large rest to the next run.
    private static func sweep(_ type: any ExpiringRecord.Type, _ context: BackendContext, at now: Date) async throws {
        for _ in 0..<maxTransactions {
            try Task.checkCancellation()
            guard try await context.commit(at: now, { try sweep(type, $0) }) == batch else { return }
        }
    }

    /// Removes one batch of expired records, and returns their number.
    private static func sweep<Record: ExpiringRecord>(_ type: Record.Type, _ transaction: LogTransaction) throws -> Int
    {
        let keys = try transaction.positions(type, expired(by: transaction.now, limit: batch)).map(\.key)
        for key in keys { try transaction.delete(type, key) }
        return keys.count
    }
}
