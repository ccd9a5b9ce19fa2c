import BackendRuntime
import Discover
import Matching
import OrbitModels
import OrbitStore
import TimeAndChance

/// The people of each campus, ready to be searched.
///
/// It holds nothing of its own: it is made from the store, and follows the store's log of changes, so that any
/// number of servers have the same. It is made anew each day, when interests have shifted: ahead of the day by a host
/// that works (``CampusPreparation``), so that nobody waits; without one, by the first who asks, and others wait for
/// that. Campuses that nobody has asked for lately are forgotten first, so that it holds a bounded number.
actor CampusDirectory: SharedValue {
    /// The most campuses held. One of 10,000 people takes some megabytes, twice that before midnight.
    let capacity: Int
    private let known = LockedState(Known())
    /// When each was asked for last, by the number of the request.
    private var uses: [String: Int] = [:]
    private var requests = 0
    private var underWay: [String: Task<KnownCampus, any Error>] = [:]
    /// What known campuses will be on their next day, from when it is begun to be made until that day.
    private var ahead: [String: Ahead] = [:]

    private struct Known {
        /// As they were when they were last asked for.
        var campuses: [String: KnownCampus] = [:]
        /// Of the same campuses.
        var news: [String: KnownCampus.News] = [:]

        mutating func keep(_ campus: KnownCampus?, _ name: String) {
            (campuses[name], news[name]) = (campus, campus?.news)
        }
    }

    private struct Ahead {
        let day: CalendarDay
        /// The campus as it was when this was begun.
        let campus: Task<KnownCampus, any Error>
    }

    /// What has changed lately on the campuses that are known. It can be read while others wait for a campus.
    nonisolated var news: [String: KnownCampus.News] { known.withLock { $0.news } }

    /// The campuses that are known, the one that was asked for least recently first.
    var names: [String] { uses.sorted { $0.value < $1.value }.map(\.key) }

    init() {
        self.init(capacity: 64)
    }

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// The campus as the store has it, on the day of the scale or a later one.
    func campus(
        _ name: String, on scale: CampusScale, in store: any BackendStore
    ) async throws -> KnownCampus {
        if let known = known.withLock({ $0.campuses[name] }), known.scale.day >= scale.day {
            return try await following(known, name, in: store)
        }
        let isUnderWay = underWay[name] != nil
        let campus = try await begin(name, on: scale, in: store).value
        guard campus.scale.day >= scale.day else { return try await self.campus(name, on: scale, in: store) }
        // What was under way may have been read before this was asked.
        return isUnderWay ? try await following(campus, name, in: store) : campus
    }

    /// Has a campus known on a day, unless another would have to be forgotten for it.
    func prepare(_ name: String, on scale: CampusScale, in store: any BackendStore) async throws {
        guard uses[name] != nil || uses.count < capacity, !isKnown(name, on: scale.day) else { return }
        _ = try await begin(name, on: scale, in: store).value
    }

    /// Makes what a known campus will be on its next day, while it is served as it is. On that day, what has changed
    /// since is taken in.
    func prepareNext(_ name: String, on scale: CampusScale, in store: any BackendStore) async throws {
        guard uses[name] != nil, !isKnown(name, on: scale.day), ahead[name]?.day != scale.day else { return }
        let campus = Task { try await Self.read(name, on: scale, in: store) }
        ahead[name] = Ahead(day: scale.day, campus: campus)
        do {
            _ = try await campus.value
        } catch {
            if ahead[name]?.campus == campus { ahead[name] = nil }
            throw error
        }
    }

    private func isKnown(_ name: String, on day: CalendarDay) -> Bool {
        known.withLock { $0.campuses[name].map { $0.scale.day >= day } ?? false }
    }

    /// Begins a day of a campus, or goes on with it.
    private func begin(
        _ name: String, on scale: CampusScale, in store: any BackendStore
    ) -> Task<KnownCampus, any Error> {
        if let task = underWay[name] { return task }
        let task = Task {
            // Before those who wait for it go on.
            defer { underWay[name] = nil }
            let campus: KnownCampus
            // What could not be made ahead is made now.
            if let ahead = ahead[name], ahead.day == scale.day, let made = try? await ahead.campus.value {
                campus = try await Self.renewed(made, name, in: store)
            } else {
                campus = try await Self.read(name, on: scale, in: store)
            }
            if let day = ahead[name]?.day, day <= scale.day { ahead[name] = nil }
            known.withLock { $0.keep(campus, name) }
            forgetIdle(after: name)
            return campus
        }
        underWay[name] = task
        return task
    }

    /// Forgets the campus that was asked for least recently, if there are too many.
    private func forgetIdle(after name: String) {
        requests += 1
        uses[name] = requests
        guard uses.count > capacity, let idle = uses.min(by: { $0.value < $1.value })?.key else { return }
        known.withLock { $0.keep(nil, idle) }
        (uses[idle], ahead[idle]) = (nil, nil)
    }

    private func following(_ known: KnownCampus, _ name: String, in store: any BackendStore) async throws -> KnownCampus
    {
        let reading = try await store.read { try CampusReading(of: name, since: known, in: $0) }
        let newest = self.known.withLock { all in
            // While the store was read, others may have gone on; only what follows on from these changes takes them in.
            var newest = all.campuses.removeValue(forKey: name) ?? known
            if (newest.scale.day, newest.change) < (known.scale.day, known.change) { newest = known }
            // What is compared on another day is read again.
            if newest.scale.day == known.scale.day { newest.follow(reading) }
            all.keep(newest, name)
            return newest
        }
        guard newest.change >= reading.change else { return try await following(newest, name, in: store) }
        forgetIdle(after: name)
        return newest
    }

    /// Off the actor, which has other campuses to serve.
    @concurrent private static func read(
        _ name: String, on scale: CampusScale, in store: any BackendStore
    ) async throws -> KnownCampus {
        KnownCampus(of: try await store.read { try CampusReading(all: name, in: $0) }, on: scale)
    }

    @concurrent private static func renewed(
        _ campus: KnownCampus, _ name: String, in store: any BackendStore
    ) async throws -> KnownCampus {
        var campus = campus
        campus.renew(with: try await store.read { [campus] in try CampusReading(of: name, since: campus, in: $0) })
        return campus
    }
}

extension BackendContext {
    /// The campuses that this process knows.
    var directory: CampusDirectory { shared(CampusDirectory.self) }
}
