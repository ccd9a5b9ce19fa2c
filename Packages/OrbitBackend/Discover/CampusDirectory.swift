import Discover
import Foundation
import Matching
import OrbitModels

/// The people of each campus, ready to be searched.
///
/// It holds nothing of its own: it is made from the store, and follows the store's log of changes, so that any
/// number of servers have the same. It is made anew each day, when interests have shifted, by the first who asks;
/// others wait for that.
actor CampusDirectory {
    private var campuses: [String: KnownCampus] = [:]
    private var underWay: [String: Task<KnownCampus, any Error>] = [:]

    /// The campus as the store has it, on that day or a later one.
    func campus(
        _ name: String, on day: CalendarDay, _ timeZone: TimeZone, in store: any BackendStore
    ) async throws -> KnownCampus {
        if let known = campuses[name], known.scale.day >= day { return try await following(known, name, in: store) }
        if let task = underWay[name] {
            let campus = try await task.value
            return campus.scale.day >= day ? campus : try await self.campus(name, on: day, timeZone, in: store)
        }
        let task = Task { try await Self.read(name, on: day, timeZone, in: store) }
        underWay[name] = task
        defer { underWay[name] = nil }
        let campus = try await task.value
        campuses[name] = campus
        return campus
    }

    private func following(_ known: KnownCampus, _ name: String, in store: any BackendStore) async throws -> KnownCampus
    {
        let changed = try await store.read { reader in
            try reader.list(
                AccountRecord.self,
                IndexQuery(AccountRecord.changes, group: name, ranks: known.change + 1 ... .max))
        }
        guard !changed.isEmpty else { return known }
        // While the store was read, others may have gone on; only what follows on from these changes takes them in.
        var newest = campuses.removeValue(forKey: name) ?? known
        if newest.change < known.change { newest = known }
        newest.follow(changed)
        campuses[name] = newest
        return newest
    }

    /// Off the actor, which has other campuses to serve.
    @concurrent private static func read(
        _ name: String, on day: CalendarDay, _ timeZone: TimeZone, in store: any BackendStore
    ) async throws -> KnownCampus {
        let accounts = try await store.read {
            try $0.list(AccountRecord.self, IndexQuery(AccountRecord.discoverable, group: name))
        }
        return KnownCampus(of: accounts, on: day, timeZone)
    }
}
