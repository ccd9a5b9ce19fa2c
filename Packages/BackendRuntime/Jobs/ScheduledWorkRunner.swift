import Foundation
import OrbitStore
import TimeAndChance

/// Processes due records, round-robin over the tables, in transactions of at most 200 writes. A host runs it beside
/// requests.
package struct ScheduledWorkRunner: Sendable {
    /// The maximum number of transactions for one table before the next table's turn. It is small, so that alerts of
    /// check-ins do not wait until all matches of a day are processed.
    private static let turn = 10
    /// The number of writes after which a transaction processes no further record.
    package static let manyWrites = 100

    package let context: BackendContext

    package init(_ context: BackendContext) {
        self.context = context
    }

    /// Tries each due record once. If processing a record fails because of its data, the failure is counted and the
    /// other records are processed.
    ///
    /// - Throws: `StoreError` if a failure of the store left a record unprocessed, and `CancellationError`.
    package func run() async throws {
        var tried: [String: Set<String>] = [:]
        var failures: [String: any Error] = [:]
        var mayBeLeft = true
        while mayBeLeft {
            mayBeLeft = false
            for type in context.features.due where failures[type.table] == nil {
                do {
                    if try await doTurn(of: type, passing: &tried[type.table, default: []]) { mayBeLeft = true }
                } catch {
                    failures[type.table] = error
                }
            }
        }
        if let failure = failures.values.first { throw failure }
    }

    /// Processes the records of one turn, and returns whether due records may remain.
    private func doTurn<Record: ScheduledRecord>(
        of type: Record.Type, passing tried: inout Set<String>
    ) async throws -> Bool {
        for _ in 0..<Self.turn {
            try Task.checkCancellation()
            let now = context.time.date
            let keys = try await next(type, at: now, passing: tried)
            guard !keys.isEmpty else { return false }
            tried.formUnion(keys.prefix(try await process(type, keys, at: now)))
        }
        return true
    }

    private func next<Record: ScheduledRecord>(
        _ type: Record.Type, at now: Date, passing tried: Set<String>
    ) async throws -> [String] {
        try await context.store.read { reader in
            var query = type.due(at: now, limit: type.maxPerTransaction)
            while true {
                let places = try reader.positions(type, query)
                let keys = places.map(\.key).filter { !tried.contains($0) }
                guard keys.isEmpty, let last = places.last else { return keys }
                query.after = last
            }
        }
    }

    /// Processes records in one transaction. If one of them fails, processes each record in a transaction of its own.
    ///
    /// - Returns: The number of tried records. They are the first of the keys.
    private func process<Record: ScheduledRecord>(
        _ type: Record.Type, _ keys: [String], at now: Date
    ) async throws -> Int {
        do {
            return try await context.commit(at: now) { transaction in
                transaction.countsWrites = true
                for (place, key) in keys.enumerated() {
                    guard transaction.expectedWrites < Self.manyWrites else { return place }
                    // Another server may have processed the record, or an earlier record of this transaction may have
                    // changed it.
                    guard let record = try transaction.get(type, key), record.isDue(at: now) else { continue }
                    try record.process(context, in: transaction)
                }
                return keys.count
            }
        } catch let error where error.isOfOneRecord && keys.count > 1 {
            for key in keys { _ = try await process(type, [key], at: now) }
        } catch StoreError.newerSchema {
            // A server with the newer version processes the record.
        } catch let error where error.isOfRecords {
            context.configuration.count(.workFailed(type.table))
        }
        return keys.count
    }
}

extension Error {
    /// Whether the error results from the data of records, including data of a newer version.
    fileprivate var isOfOneRecord: Bool {
        if case .newerSchema? = self as? StoreError { true } else { isOfRecords }
    }
}
