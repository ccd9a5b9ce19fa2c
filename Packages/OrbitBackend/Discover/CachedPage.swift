import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

extension DiscoverPeople {
    /// A cached page of suggestions, with the inputs that it depends on. A cached page costs only a few look-ups.
    ///
    /// The backend sends a cached page only while all inputs are unchanged (``isCurrent(_:at:_:)``), so clients cannot
    /// detect the cache.
    struct CachedPage: Sendable {
        /// The cached pages of a backend.
        typealias Cache = GenerationalCache<String, CachedPage>

        /// The encoded data of the response.
        let data: Data
        let basis: Basis

        /// The inputs of a page, except for the changes to the people of the campus, which
        /// `CampusSnapshot.RecentChanges` contains.
        struct Basis: Sendable {
            let list: DailyList
            let head: LogHead
            let departures: Int
            /// The day on the campus when the page was created.
            let today: CalendarDay
            /// The time at which the page expires, for example because the sender of a declined or ignored poke may be
            /// suggested again.
            var until: Date
            /// The version of the campus in the directory.
            let campus: CampusSnapshot.Version
        }

        /// Creates an empty cache of at most about `capacity` bytes.
        static func cache(capacity: Int = 32 << 20) -> Cache { Cache(capacity: capacity) { $0.data.count + 8_192 } }

        /// Whether the same page would be created now.
        ///
        /// - Parameters:
        ///   - now: The current inputs.
        ///   - date: The current time.
        ///   - recentChanges: The latest changes to the campus.
        func isCurrent(_ now: Basis, at date: Date, _ recentChanges: CampusSnapshot.RecentChanges) -> Bool {
            basis.list == now.list && basis.head.position == now.head.position
                && basis.head.suggestionRevision == now.head.suggestionRevision
                && basis.departures == now.departures && basis.today == now.today && date < basis.until
                && !now.list.isOpen(to: recentChanges)
                && recentChanges.isUnchanged(since: basis.campus, for: now.list.people + [now.list.viewer])
        }
    }
}

extension BackendContext {
    private struct SharedPageCache: SharedValue {
        let cache = DiscoverPeople.CachedPage.cache()
    }

    /// The cache of the pages in this process.
    var pages: DiscoverPeople.CachedPage.Cache { shared(SharedPageCache.self).cache }
}
