import Foundation
package import OrbitStore

/// A decorator of the backend's store. It counts unreadable records for the operator, and limits their effect to their
/// owners.
package struct QuarantiningStore: BackendStore {
    package let store: any BackendStore
    package let count: @Sendable (OperatorEvent) -> Void

    package func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await countingUnreadable {
            try await store.read { reader in
                let reader = Reader(reader)
                return (try body(reader), reader.quarantined)
            }
        }
    }

    package func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await countingUnreadable {
            try await store.transaction { engine in
                let transaction = Transaction(engine)
                return (try body(transaction), transaction.quarantined)
            }
        }
    }

    package func changes() -> AsyncStream<StoreChange> { store.changes() }

    package func removeDeletedBytes() async throws { try await store.removeDeletedBytes() }

    private func countingUnreadable<Result: Sendable>(
        _ work: () async throws -> (Result, [UnreadableRecord])
    ) async throws -> Result {
        do {
            let (result, quarantined) = try await work()
            for table in Set(quarantined.map(\.table)) { count(.recordUnreadable(table)) }
            return result
        } catch let error as StoreError {
            if let table = error.unreadableTable { count(.recordUnreadable(table)) }
            throw error
        }
    }
}

extension StoreError {
    /// The table of a record that this version cannot read, or must not overwrite.
    fileprivate var unreadableTable: String? {
        switch self {
        case .unreadableRecord(let table), .newerSchema(let table): table
        default: nil
        }
    }
}

extension QuarantiningStore {
    private class Reader: ForwardingReader {
        let reader: any StoreReader
        private var unreadable: [UnreadableRecord] = []

        init(_ reader: any StoreReader) {
            self.reader = reader
        }

        var quarantined: [UnreadableRecord] { reader.quarantined + unreadable }

        func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
            do {
                return try reader.get(type, key)
            } catch let error as StoreError {
                guard let table = error.unreadableTable else { throw error }
                unreadable.append(UnreadableRecord(table: table, key: key))
                guard Record.treatsUnreadableAsMissing else { throw error }
                return nil
            }
        }
    }

    private final class Transaction: Reader, ForwardingTransaction {
        let transaction: any StoreTransaction

        init(_ transaction: any StoreTransaction) {
            self.transaction = transaction
            super.init(transaction)
        }
    }
}
