import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

extension DiscoverPeople {
    /// A page of suggestions as it was sent, and what it rests on. If it is asked for again, it costs a few look-ups.
    /// It is sent again only as long as all of what it rests on is as it was (``stands(_:at:_:)``), so nobody can tell
    /// whether it was kept.
    struct KeptPage: Sendable {
        /// The pages of a backend.
        typealias Cache = GenerationalCache<String, KeptPage>

        /// The data of the response, encoded.
        let data: Data
        let basis: Basis

        /// All but what is between the people of the campus.
        struct Basis: Sendable {
            let list: DailyList
            let head: LogHead
            let departures: Int
            /// On the campus, when the page was made.
            let today: CalendarDay
            /// When a poke that the viewer has put away is forgotten, for one.
            var until: Date
            /// What the directory knew.
            let campus: KnownCampus.Mark
        }

        /// Keeps nothing yet, and at most so many bytes, about.
        static func cache(capacity: Int = 32 << 20) -> Cache { Cache(capacity: capacity) { $0.data.count + 8_192 } }

        /// Whether the same page would be made now.
        ///
        /// - Parameter news: of the campus, as they are now.
        func stands(_ now: Basis, at date: Date, _ news: KnownCampus.News) -> Bool {
            basis.list == now.list && basis.head.position == now.head.position && basis.head.sight == now.head.sight
                && basis.departures == now.departures && basis.today == now.today && date < basis.until
                && !now.list.isOpen(to: news)
                && news.isAsItWas(at: basis.campus, for: now.list.people + [now.list.viewer])
        }
    }
}

extension BackendContext {
    private struct KeptPages: SharedValue {
        let cache = DiscoverPeople.KeptPage.cache()
    }

    /// The pages that this process keeps.
    var pages: DiscoverPeople.KeptPage.Cache { shared(KeptPages.self).cache }
}
