import Foundation
import OrbitModels
import TimeAndChance

/// Ends the matches of the day whose end has come, some in each transaction of at most 200 writes. A host has it done
/// beside requests; until then they stand.
struct MatchEndings: Sendable {
    /// The most matches of one transaction. Each costs up to thirteen writes: its own, and three for each of four events.
    static let batch = 15

    let context: Context

    init(_ context: Context) {
        self.context = context
    }

    /// Ends all that are due by now. Those that fail for what is in the records of their people are counted, and tried
    /// again the next time.
    func endDue() async throws {
        let now = context.time.date
        var query = MatchRecord.due(at: now, limit: Self.batch)
        while true {
            try Task.checkCancellation()
            let places = try await context.store.read { [query] in try $0.keys(MatchRecord.self, query) }
            guard let last = places.last else { return }
            try await end(places.map(\.key), at: now)
            query.after = last
        }
    }

    private func end(_ keys: [String], at now: Date) async throws {
        do {
            try await context.commit(at: now) { try end(keys, in: $0) }
        } catch let error where error.isOfOneRecord && keys.count > 1 {
            for key in keys { try await end([key], at: now) }
        } catch StoreError.newerSchema {
            // It is for a server of that version.
        } catch let error where error.isOfRecords {
            context.configuration.count(.jobFailed(MatchRecord.table))
        }
    }

    /// One that was kept meanwhile stays. One whose other person is gone goes with that person's account.
    private func end(_ keys: [String], in transaction: LogTransaction) throws {
        transaction.countsWrites = true
        let matches = try transaction.get(MatchRecord.self, all: keys).values
            .filter { $0.isDue(at: transaction.now) }.sorted { $0.key < $1.key }
        let people = try transaction.get(
            AccountRecord.self, all: matches.flatMap { [$0.first.rawValue, $0.second.rawValue] })
        if let unreadable = transaction.setAside.first { throw StoreError.unreadableRecord(table: unreadable.table) }
        for match in matches {
            guard let one = people[match.first.rawValue], let other = people[match.second.rawValue] else { continue }
            try context.relation(one, other, in: transaction).end(match)
        }
    }
}

extension Error {
    /// Whether work fails for what is in its records, or for what a later version has written there.
    fileprivate var isOfOneRecord: Bool {
        if case .newerSchema? = self as? StoreError { true } else { isOfRecords }
    }
}
