import BackendRuntime
import Discover
import Matching
import OrbitModels
import OrbitStore
import TimeAndChance

/// A cache of the people of each campus, ready for searches.
///
/// The cache contains only data of the store and follows the store's changes, so any number of servers have the
/// same data.
///
/// Each campus is rebuilt daily, because the rarity of interests changes. A host that runs scheduled work rebuilds it
/// before midnight, so that no caller waits (``CampusCacheWarmer``). Without such a host, the first request after
/// midnight rebuilds it, and other requests wait.
///
/// The cache evicts the least recently requested campus, so its size is bounded.
actor CampusDirectory: SharedValue {
    /// The maximum number of cached campuses. A campus of 10,000 people takes some megabytes, and twice that before
    /// midnight.
    let capacity: Int
    private let known = LockedState(Known())
    /// The number of the last request for each campus.
    private var uses: [String: Int] = [:]
    private var requests = 0
    private var underWay: [String: Task<CampusSnapshot, any Error>] = [:]
    /// The cached campuses that are built for the next day. Each is stored here from the start of its build until that
    /// day begins.
    private var ahead: [String: Ahead] = [:]

    private struct Known {
        /// The campuses as of the last request for each of them.
        var campuses: [String: CampusSnapshot] = [:]
        /// The latest changes to the same campuses.
        var recentChanges: [String: CampusSnapshot.RecentChanges] = [:]

        mutating func keep(_ campus: CampusSnapshot?, _ name: String) {
            (campuses[name], recentChanges[name]) = (campus, campus?.recentChanges)
        }
    }

    private struct Ahead {
        let day: CalendarDay
        /// The campus as of the start of the build.
        let campus: Task<CampusSnapshot, any Error>
    }

    /// The latest changes to the cached campuses. They can be read while other callers wait for a campus.
    nonisolated var recentChanges: [String: CampusSnapshot.RecentChanges] { known.withLock { $0.recentChanges } }

    /// The cached campuses, the least recently requested first.
    var names: [String] { uses.sorted { $0.value < $1.value }.map(\.key) }

    init() {
        self.init(capacity: 64)
    }

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// Returns the campus like ``campus(_:on:in:)``, but evicts no other campus. If the cache has no room, the campus is
    /// read for the caller alone.
    func campusWithoutEviction(
        _ name: String, on comparison: ComparisonContext, in store: any BackendStore
    ) async throws -> CampusSnapshot {
        guard uses[name] != nil || uses.count < capacity else {
            return try await Self.read(name, on: comparison, in: store)
        }
        return try await campus(name, on: comparison, in: store)
    }

    /// Returns the campus with all changes in the store, on the day of the comparison or a later day.
    func campus(
        _ name: String, on comparison: ComparisonContext, in store: any BackendStore
    ) async throws -> CampusSnapshot {
        if let known = known.withLock({ $0.campuses[name] }), known.comparison.day >= comparison.day {
            return try await following(known, name, in: store)
        }
        let isUnderWay = underWay[name] != nil
        let campus = try await begin(name, on: comparison, in: store).value
        guard campus.comparison.day >= comparison.day else {
            return try await self.campus(name, on: comparison, in: store)
        }
        // The build that was in progress may have read the store before this call.
        return isUnderWay ? try await following(campus, name, in: store) : campus
    }

    /// Caches a campus for a day, unless another campus would be evicted.
    func prepare(_ name: String, on comparison: ComparisonContext, in store: any BackendStore) async throws {
        guard uses[name] != nil || uses.count < capacity, !isKnown(name, on: comparison.day) else { return }
        _ = try await begin(name, on: comparison, in: store).value
    }

    /// Builds the next day of a cached campus, while the campus of today remains in use. Changes since the build are
    /// applied when that day begins.
    func prepareNext(_ name: String, on comparison: ComparisonContext, in store: any BackendStore) async throws {
        guard uses[name] != nil, !isKnown(name, on: comparison.day), ahead[name]?.day != comparison.day else { return }
        let campus = Task { try await Self.read(name, on: comparison, in: store) }
        ahead[name] = Ahead(day: comparison.day, campus: campus)
        do {
            _ = try await campus.value
        } catch {
            if ahead[name]?.campus == campus { ahead[name] = nil }
            throw error
        }
    }

    private func isKnown(_ name: String, on day: CalendarDay) -> Bool {
        known.withLock { $0.campuses[name].map { $0.comparison.day >= day } ?? false }
    }

    /// Starts the build of a campus for a day, or returns the build in progress.
    private func begin(
        _ name: String, on comparison: ComparisonContext, in store: any BackendStore
    ) -> Task<CampusSnapshot, any Error> {
        if let task = underWay[name] { return task }
        let task = Task {
            // The task ends before the callers that wait for it continue.
            defer { underWay[name] = nil }
            let campus: CampusSnapshot
            // A campus whose build ahead of the day has failed is built now.
            if let ahead = ahead[name], ahead.day == comparison.day, let made = try? await ahead.campus.value {
                campus = try await Self.renewed(made, name, in: store)
            } else {
                campus = try await Self.read(name, on: comparison, in: store)
            }
            if let day = ahead[name]?.day, day <= comparison.day { ahead[name] = nil }
            known.withLock { $0.keep(campus, name) }
            forgetIdle(after: name)
            return campus
        }
        underWay[name] = task
        return task
    }

    /// Evicts the least recently requested campus, if there are too many.
    private func forgetIdle(after name: String) {
        requests += 1
        uses[name] = requests
        guard uses.count > capacity, let idle = uses.min(by: { $0.value < $1.value })?.key else { return }
        known.withLock { $0.keep(nil, idle) }
        (uses[idle], ahead[idle]) = (nil, nil)
    }

    private func following(_ known: CampusSnapshot, _ name: String, in store: any BackendStore) async throws
        -> CampusSnapshot
    {
        let reading = try await store.read { try CampusReading(of: name, since: known, in: $0) }
        let newest = self.known.withLock { all in
            // Other callers may have applied more changes during the read. Only a campus that is at least as new as
            // `known` can follow the reading.
            var newest = all.campuses.removeValue(forKey: name) ?? known
            if (newest.comparison.day, newest.change) < (known.comparison.day, known.change) { newest = known }
            // A campus of another day compares other values, so the store is read again.
            if newest.comparison.day == known.comparison.day { newest.follow(reading) }
            all.keep(newest, name)
            return newest
        }
        guard newest.change >= reading.change else { return try await following(newest, name, in: store) }
        forgetIdle(after: name)
        return newest
    }

    /// Reads a campus off the actor, so that the actor can serve other campuses.
    @concurrent private static func read(
        _ name: String, on comparison: ComparisonContext, in store: any BackendStore
    ) async throws -> CampusSnapshot {
        CampusSnapshot(of: try await store.read { try CampusReading(all: name, in: $0) }, on: comparison)
    }

    @concurrent private static func renewed(
        _ campus: CampusSnapshot, _ name: String, in store: any BackendStore
    ) async throws -> CampusSnapshot {
        var campus = campus
        campus.renew(with: try await store.read { [campus] in try CampusReading(of: name, since: campus, in: $0) })
        return campus
    }
}

extension BackendContext {
    /// The cache of the campuses in this process.
    var directory: CampusDirectory { shared(CampusDirectory.self) }
}
