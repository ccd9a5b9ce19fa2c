import Discover
import Matching
import OrbitModels
import TimeAndChance

/// The people of each campus, ready to be searched.
///
/// It holds nothing of its own: it is made from the store, and follows the store's log of changes, so that any
/// number of servers have the same. It is made anew each day, when interests have shifted, by the first who asks;
/// others wait for that.
/// Campuses that nobody has asked for lately are forgotten first, so that it holds a bounded number.
actor CampusDirectory {
    /// The most campuses held. One of 10,000 people takes some megabytes.
    private let capacity: Int
    private let known = LockedState(Known())
    /// When each was asked for last, by the number of the request.
    private var uses: [String: Int] = [:]
    private var requests = 0
    private var underWay: [String: Task<KnownCampus, any Error>] = [:]

    private struct Known {
        /// As they were when they were last asked for.
        var campuses: [String: KnownCampus] = [:]
        /// Of the same campuses.
        var news: [String: KnownCampus.News] = [:]

        mutating func keep(_ campus: KnownCampus?, _ name: String) {
            (campuses[name], news[name]) = (campus, campus?.news)
        }
    }

    /// What has changed lately on the campuses that are known. Whoever asks need not wait for those who wait for a campus.
    nonisolated var news: [String: KnownCampus.News] { known.withLock { $0.news } }

    init(capacity: Int = 64) {
        self.capacity = max(1, capacity)
    }

    /// The campus as the store has it, on the day of the scale or a later one.
    func campus(
        _ name: String, on scale: CampusScale, in store: any BackendStore
    ) async throws -> KnownCampus {
        if let known = known.withLock({ $0.campuses[name] }), known.scale.day >= scale.day {
            return try await following(known, name, in: store)
        }
        if let task = underWay[name] {
            let campus = try await task.value
            return campus.scale.day >= scale.day ? campus : try await self.campus(name, on: scale, in: store)
        }
        let task = Task { try await Self.read(name, on: scale, in: store) }
        underWay[name] = task
        defer { underWay[name] = nil }
        let campus = try await task.value
        known.withLock { $0.keep(campus, name) }
        forgetIdle(after: name)
        return campus
    }

    /// Forgets the campus that was asked for least recently, if there are too many.
    private func forgetIdle(after name: String) {
        requests += 1
        uses[name] = requests
        guard uses.count > capacity, let idle = uses.min(by: { $0.value < $1.value })?.key else { return }
        known.withLock { $0.keep(nil, idle) }
        uses[idle] = nil
    }

    private func following(_ known: KnownCampus, _ name: String, in store: any BackendStore) async throws -> KnownCampus
    {
        let reading = try await store.read { try CampusReading(of: name, since: known, in: $0) }
        defer { forgetIdle(after: name) }
        return self.known.withLock { all in
            // While the store was read, others may have gone on; only what follows on from these changes takes them in.
            var newest = all.campuses.removeValue(forKey: name) ?? known
            if newest.change < known.change { newest = known }
            newest.follow(reading)
            all.keep(newest, name)
            return newest
        }
    }

    /// Off the actor, which has other campuses to serve.
    @concurrent private static func read(
        _ name: String, on scale: CampusScale, in store: any BackendStore
    ) async throws -> KnownCampus {
        KnownCampus(of: try await store.read { try CampusReading(all: name, in: $0) }, on: scale)
    }
}
