import BackendRuntime
import Foundation
import Matching
import OrbitModels
import OrbitStore

/// The data of a campus that the pairing of a day needs.
///
/// The profiles come from the ``CampusDirectory``, because decoding all accounts takes longer than the computation.
/// Other records are read page by page, so that no read holds up the store for a whole campus. Changes after the read
/// are checked when two people are matched.
struct PairingSnapshot: Sendable {
    private(set) var traits = PairingTraits()
    private(set) var history: [PastPair] = []
    private(set) var forbidden: Set<UserPair> = []

    /// The maximum number of records per read.
    private static let pageSize = 200

    init(of campus: String, on day: CalendarDay, _ context: BackendContext, now: Date) async throws {
        let store = context.store
        var paused: Set<UserID> = []
        try await Self.forEachPage(PairingRecord.self, PairingRecord.all(on: campus), in: store) {
            $0
        } take: { records in
            for record in records {
                if record.isPaused { paused.insert(record.userID) }
                // Both people have a record of the match.
                for match in record.pastMatches where record.userID < match.partner {
                    history.append(PastPair(UserPair(record.userID, match.partner), on: match.day))
                }
            }
        }
        let people = try await context.directory.campusWithoutEviction(
            campus, on: context.comparison(of: campus, on: day), in: store)
        let ids = people.ids
        for start in stride(from: 0, to: ids.count, by: Self.pageSize) {
            let page = ids[start...].prefix(Self.pageSize)
            let (records, unreadable) = try await store.read { reader in
                let records = try reader.get(PreferenceRecord.self, all: page.map(\.rawValue))
                let unreadable = reader.quarantined.filter { $0.table == PreferenceRecord.table }
                return (records, Set(unreadable.map(\.key)))
            }
            for id in page {
                guard let person = people.person(id) else { continue }
                let preferences = records[id.rawValue]
                let requirements: CachedPerson.Requirements =
                    unreadable.contains(id.rawValue) ? .unknown : .init(preferences?.dealbreakers)
                traits.add(id, person, requirements, isPaused: paused.contains(id))
                forbidden.formUnion((preferences?.keptApart ?? []).map { UserPair(id, $0) })
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
        try await Self.forEachPage(type, query, in: store) {
            $0.map(pair)
        } take: {
            forbidden.formUnion($0)
        }
    }

    private static func forEachPage<Record: StoreRecord, Read: Sendable>(
        _ type: Record.Type, _ query: IndexQuery, in store: any BackendStore,
        _ read: @escaping @Sendable ([Record]) -> Read, take: (Read) -> Void
    ) async throws {
        var query = query
        query.limit = pageSize
        while true {
            let page = query
            let (found, last) = try await store.read { reader in
                let places = try reader.positions(type, page)
                let records = try reader.get(type, all: places.map(\.key))
                return (
                    read(places.compactMap { records[$0.key] }), places.count < page.limit ? nil : places.last
                )
            }
            take(found)
            guard let last else { return }
            query.after = last
        }
    }
}
