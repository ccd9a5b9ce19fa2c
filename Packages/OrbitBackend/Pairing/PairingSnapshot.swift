import BackendRuntime
import Foundation
import Matching
import OrbitModels
import OrbitStore

/// The data of a campus that the pairing of a day needs.
///
/// The snapshot is read page by page, so that no read holds up the store for a whole campus. Changes after the read are
/// checked when two people are matched.
struct PairingSnapshot: Sendable {
    private(set) var traits: PairingTraits
    private(set) var history: [PastPair] = []
    private(set) var forbidden: Set<UserPair> = []

    /// The maximum number of records per read.
    private static let pageSize = 200

    init(of campus: String, on comparison: ComparisonContext, in store: any BackendStore, now: Date) async throws {
        traits = PairingTraits(on: comparison)
        var paused: Set<UserID> = []
        try await Self.forEachPage(PairingRecord.self, PairingRecord.all(on: campus), in: store) { records, _ in
            records
        } take: { records in
            for record in records {
                if record.isPaused { paused.insert(record.userID) }
                // Both people have a record of the match.
                for match in record.pastMatches where record.userID < match.partner {
                    history.append(PastPair(UserPair(record.userID, match.partner), on: match.day))
                }
            }
        }
        let accounts = IndexQuery(AccountRecord.discoverable, group: campus)
        try await Self.forEachPage(AccountRecord.self, accounts, in: store) { accounts, reader in
            (accounts, try reader.get(PreferenceRecord.self, all: accounts.map(\.key)))
        } take: { accounts, records in
            for account in accounts {
                guard let profile = ComparedProfile(account, on: comparison.day) else { continue }
                let preferences = records[account.key]
                traits.add(account.id, profile, preferences, isPaused: paused.contains(account.id))
                forbidden.formUnion((preferences?.keptApart ?? []).map { UserPair(account.id, $0) })
            }
        }
        try await forbid(BlockRecord.self, BlockRecord.all(on: campus), in: store) { UserPair($0.blocker, $0.blocked) }
        try await forbid(MatchRecord.self, MatchRecord.ended(on: campus), in: store) { $0.pair }
        try await forbid(PokeRecord.self, PokeRecord.apart(on: campus, now: now), in: store) {
            UserPair($0.from, $0.to)
        }
        try await forbid(AvoidanceRecord.self, AvoidanceRecord.all(on: campus), in: store) {
            UserPair($0.raterID, $0.rateeID)
        }
    }

    private mutating func forbid<Record: StoreRecord>(
        _ type: Record.Type, _ query: IndexQuery, in store: any BackendStore,
        _ pair: @escaping @Sendable (Record) -> UserPair
    ) async throws {
        try await Self.forEachPage(type, query, in: store) { records, _ in
            records.map(pair)
        } take: {
            forbidden.formUnion($0)
        }
    }

    private static func forEachPage<Record: StoreRecord, Read: Sendable>(
        _ type: Record.Type, _ query: IndexQuery, in store: any BackendStore,
        _ read: @escaping @Sendable ([Record], any StoreReader) throws -> Read, take: (Read) -> Void
    ) async throws {
        var query = query
        query.limit = pageSize
        while true {
            let page = query
            let (found, last) = try await store.read { reader in
                let places = try reader.positions(type, page)
                let records = try reader.get(type, all: places.map(\.key))
                return (
                    try read(places.compactMap { records[$0.key] }, reader),
                    places.count < page.limit ? nil : places.last
                )
            }
            take(found)
            guard let last else { return }
            query.after = last
        }
    }
}
