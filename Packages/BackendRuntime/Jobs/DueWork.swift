import Foundation
import OrbitStore
import TimeAndChance

/// Does what time has brought about, in turns, table by table, in transactions of at most 200 writes. A host has it
/// done beside requests.
package struct DueWork: Sendable {
    /// The most transactions for one table before the next has its turn, so that those who wait for help do not wait
    /// for the end of what a day has paired.
    private static let turn = 10
    /// A transaction that writes as much takes up no other record.
    private static let manyWrites = 100

    package let context: BackendContext

    package init(_ context: BackendContext) {
        self.context = context
    }

    /// Tries each record that is due once. One that fails for what is in the records is counted, and the others go on.
    ///
    /// - Throws: `StoreError` if the store is the reason why something is not done, and `CancellationError`.
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

    /// Returns whether something may be left.
    private func doTurn<Record: DueRecord>(
        of type: Record.Type, passing tried: inout Set<String>
    ) async throws -> Bool {
        for _ in 0..<Self.turn {
            try Task.checkCancellation()
            let now = context.time.date
            let keys = try await next(type, at: now, passing: tried)
            guard !keys.isEmpty else { return false }
            tried.formUnion(keys.prefix(try await settle(type, keys, at: now)))
        }
        return true
    }

    private func next<Record: DueRecord>(
        _ type: Record.Type, at now: Date, passing tried: Set<String>
    ) async throws -> [String] {
        try await context.store.read { reader in
            var query = type.due(at: now, limit: type.maxPerTransaction)
            while true {
                let places = try reader.keys(type, query)
                let keys = places.map(\.key).filter { !tried.contains($0) }
                guard keys.isEmpty, let last = places.last else { return keys }
                query.after = last
            }
        }
    }

    /// Settles records in one transaction; or, if one of them fails, each by itself.
    ///
    /// - Returns: how many were tried, the first of the keys.
    private func settle<Record: DueRecord>(
        _ type: Record.Type, _ keys: [String], at now: Date
    ) async throws -> Int {
        do {
            return try await context.commit(at: now) { transaction in
                transaction.countsWrites = true
                for (place, key) in keys.enumerated() {
                    guard transaction.expectedWrites < Self.manyWrites else { return place }
                    // Another may have settled it, or changed it with one of those before it.
                    guard let record = try transaction.get(type, key), record.isDue(at: now) else { continue }
                    try record.settle(context, in: transaction)
                }
                return keys.count
            }
        } catch let error where error.isOfOneRecord && keys.count > 1 {
            for key in keys { _ = try await settle(type, [key], at: now) }
        } catch StoreError.newerSchema {
            // It is for a server of that version.
        } catch let error where error.isOfRecords {
            context.configuration.count(.jobFailed(type.table))
        }
        return keys.count
    }
}

extension Error {
    /// Whether work fails for what is in its records, or for what a later version has written there.
    fileprivate var isOfOneRecord: Bool {
        if case .newerSchema? = self as? StoreError { true } else { isOfRecords }
    }
}
