import Foundation
import OrbitStore

@testable import OrbitStoreTesting

/// A store in memory with one fault.
final class FaultyStore: BackendStore {
    enum Fault: CaseIterable {
        case dropsTheHighestRank, ignoresTheLimit, ignoresThePlace, listsAscendingOnly, foldsCase
        case getsAllButTheLast, getsARecordForNoKeys, listsQueriesInReverse, countsWithoutLimit, failsForOneUnreadable
        case skipsTheRankOfAMissingPlace, sharesIndexes, ignoresTheKeyBefore, ignoresTheLimitOfKeys
        case keepsBlobs, dropsBlobsOnPut, cutsTextAtZero, overwritesLater, overwritesTheNextSchema
        case cutsKeysAtZero, cutsGroupsAtZero, writesCutKeys, dropsKeysOfOneByteTooMany
        case commitsWhatThrew, losesUpdates, committedLater, isNotShared, tellsNothing, tellsWhatThrew
    }

    private struct Thrown: Sendable { let error: any Error }

    private let fault: Fault
    private let store: MemoryStore
    private let feed: StoreFeed

    init(_ fault: Fault, on store: MemoryStore, _ feed: StoreFeed) {
        (self.fault, self.store, self.feed) = (fault, store, feed)
    }

    func changes() -> AsyncStream<StoreChange> {
        switch fault {
        case .tellsNothing: AsyncStream { $0.finish() }
        case .tellsWhatThrew: feed.changes()
        default: store.changes()
        }
    }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        let fault = fault
        return try await store.read { try body(FaultyReader($0, fault)) }
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        let (fault, feed) = (fault, feed)
        switch fault {
        case .commitsWhatThrew:
            let outcome = try await store.transaction { engine in
                do {
                    return Swift.Result<Result, any Error>.success(try body(FaultyTransaction(engine, fault, feed)))
                } catch {
                    return .failure(error)
                }
            }
            return try outcome.get()
        case .losesUpdates, .committedLater:
            // The body sees an earlier state, and its writes are repeated on the current state.
            let (result, writes) = try await store.copy().transaction { engine in
                let transaction = FaultyTransaction(engine, fault, feed)
                return (try body(transaction), transaction.writes)
            }
            let store = store
            // The new task runs after the other writers, so they read before it commits.
            let commit = Task { try await store.transaction { engine in for write in writes { try write(engine) } } }
            if fault == .losesUpdates { try await commit.value }
            return result
        default:
            return try await store.transaction { try body(FaultyTransaction($0, fault, feed)) }
        }
    }
}

private class FaultyReader: ForwardingReader {
    let reader: any StoreReader
    let fault: FaultyStore.Fault

    init(_ reader: any StoreReader, _ fault: FaultyStore.Fault) { (self.reader, self.fault) = (reader, fault) }

    func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
        switch fault {
        case .foldsCase: try reader.get(type, key.lowercased())
        case .cutsKeysAtZero: try reader.get(type, key.cutAtZero)
        default: try reader.get(type, key)
        }
    }

    func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record] {
        switch fault {
        case .getsAllButTheLast: try reader.get(type, all: Array(keys.dropLast()))
        case .getsARecordForNoKeys where keys.isEmpty: try reader.get(type, all: ["0"])
        default: try reader.get(type, all: keys)
        }
    }

    func list<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [Record] {
        let found = try reader.list(type, faulty(query, of: type))
        if fault == .sharesIndexes {
            // The query finds entries of another table, but no records of this table for them.
            let keys = Set(try reader.positions(Scan.self, query).map(\.key))
            guard try reader.get(type, all: Array(keys)).count == keys.count else {
                throw StoreError.unreadableRecord(table: Record.table)
            }
        }
        if fault == .failsForOneUnreadable, !reader.quarantined.isEmpty {
            throw StoreError.unreadableRecord(table: Record.table)
        }
        return found
    }

    func list<Record: StoreRecord>(_ type: Record.Type, all queries: [IndexQuery]) throws -> [[Record]] {
        let lists = try queries.map { try list(type, $0) }
        return fault == .listsQueriesInReverse ? lists.reversed() : lists
    }

    func positions<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [IndexPosition] {
        try reader.positions(type, faulty(query, of: type))
    }

    func count<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> Int {
        var query = try faulty(query, of: type)
        if fault == .countsWithoutLimit { query.limit = .max }
        return try reader.count(type, query)
    }

    func keys<Record: StoreRecord>(_ type: Record.Type, after key: String?, limit: Int) throws -> [String] {
        switch fault {
        case .ignoresTheKeyBefore: try reader.keys(type, after: nil, limit: limit)
        case .ignoresTheLimitOfKeys: try reader.keys(type, after: key, limit: .max)
        default: try reader.keys(type, after: key, limit: limit)
        }
    }

    private func faulty<Record: StoreRecord>(_ query: IndexQuery, of type: Record.Type) throws -> IndexQuery {
        var query = query
        switch fault {
        case .dropsTheHighestRank where query.ranks.lowerBound < query.ranks.upperBound:
            query.ranks = query.ranks.lowerBound...query.ranks.upperBound - 1
        case .ignoresTheLimit: query.limit = .max
        case .ignoresThePlace: query.after = nil
        case .skipsTheRankOfAMissingPlace:
            guard query.order == .ascending, query.isValid, let place = query.after else { break }
            let rank = IndexQuery(query.index, group: query.group, ranks: place.rank...place.rank)
            guard try !reader.positions(type, rank).contains(place) else { break }
            query.after = IndexPosition(rank: place.rank, key: "~")  // after all keys of the checks
        case .cutsGroupsAtZero: query.group = query.group.cutAtZero
        case .listsAscendingOnly: query.order = .ascending
        default: break
        }
        return query
    }
}

private final class FaultyTransaction: FaultyReader, StoreTransaction {
    private let engine: any StoreTransaction
    private let feed: StoreFeed
    private(set) var writes: [@Sendable (any StoreTransaction) throws -> Void] = []

    init(_ engine: any StoreTransaction, _ fault: FaultyStore.Fault, _ feed: StoreFeed) {
        (self.engine, self.feed) = (engine, feed)
        super.init(engine, fault)
    }

    func put<Record: StoreRecord>(_ record: Record) throws {
        try perform { [fault] engine in
            switch fault {
            case .dropsBlobsOnPut, .overwritesLater: try engine.delete(Record.self, record.key)
            case .overwritesTheNextSchema:
                let stored = try engine.get(StoredSchema<Record>.self, record.key)?.number
                if stored == Record.schema + 1 { try engine.delete(Record.self, record.key) }
            case .cutsTextAtZero:
                let text = String(decoding: try RecordCoding().encode(record), as: UTF8.self)
                let cut = Data(text.replacingOccurrences(of: #"\u0000"#, with: "").utf8)
                return try engine.put(RecordCoding().decode(Record.self, from: cut, schema: Record.schema))
            case .writesCutKeys where record.key.utf8.contains(0): return
            case .dropsKeysOfOneByteTooMany where record.key.utf8.count == KeyRule.maxBytes + 1: return
            default: break
            }
            try engine.put(record)
        }
    }

    func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws {
        try perform { [fault] engine in
            let blob = try (type as? any BlobRecord.Type).flatMap { try Self.blob($0, key, engine) }
            try engine.delete(type, key)
            if fault == .keepsBlobs, let blob, let type = type as? any BlobRecord.Type {
                try engine.putBlob(blob, of: type, key)
            }
        }
    }

    private static func blob<Record: BlobRecord>(
        _ type: Record.Type, _ key: String, _ engine: any StoreTransaction
    ) throws -> Data? { try engine.blob(type, key) }

    func putBlob<Record: BlobRecord>(_ bytes: Data, of type: Record.Type, _ key: String) throws {
        try perform { try $0.putBlob(bytes, of: type, key) }
    }

    func announce(_ topic: String) {
        if fault == .tellsWhatThrew { feed.send(.topics([topic])) }
        writes.append { $0.announce(topic) }
        engine.announce(topic)
    }

    private func perform(_ write: @escaping @Sendable (any StoreTransaction) throws -> Void) throws {
        writes.append(write)
        try write(engine)
    }
}

/// The number of the schema in which a record is stored.
private struct StoredSchema<Record: StoreRecord>: StoreRecord {
    static var table: String { Record.table }
    static var schema: Int { .max }

    let number: Int

    var key: String { "" }
    var indexEntries: [IndexEntry] { [] }

    init(from decoder: any Decoder, schema: Int) { number = schema }
}

extension String {
    /// The text up to its first zero byte, as in a binding without a length.
    fileprivate var cutAtZero: String { String(prefix { $0 != "\0" }) }
}
