import Foundation
import OrbitModels
import TimeAndChance

/// Pages of suggestions as they were sent, so that a page that is asked for again costs a few look-ups. A page is sent
/// again only as long as all of what it rests on is as it was (``KeptPage/stands(_:)``), so nobody can tell whether one
/// was kept.
final class KeptPages: Sendable {
    /// The most bytes kept, about.
    private static let capacity = 32 << 20

    private struct Shelf {
        var recent: [String: KeptPage] = [:]
        var bytes = 0
        /// What was recent before; what is asked for again moves back.
        var older: [String: KeptPage] = [:]
    }

    private let shelf = LockedState(Shelf())
    private let capacity: Int

    init(capacity: Int = KeptPages.capacity) {
        self.capacity = capacity
    }

    subscript(name: String) -> KeptPage? {
        get {
            shelf.withLock { shelf in
                if let page = shelf.recent[name] { return page }
                guard let page = shelf.older.removeValue(forKey: name) else { return nil }
                keep(page, name, &shelf)
                return page
            }
        }
        set {
            shelf.withLock { shelf in
                shelf.older[name] = nil
                if let before = shelf.recent.removeValue(forKey: name) { shelf.bytes -= before.size }
                if let newValue { keep(newValue, name, &shelf) }
            }
        }
    }

    /// Forgets all.
    func removeAll() { shelf.withLock { $0 = Shelf() } }

    private func keep(_ page: KeptPage, _ name: String, _ shelf: inout Shelf) {
        if shelf.bytes + page.size > capacity / 2 {
            (shelf.older, shelf.recent, shelf.bytes) = (shelf.recent, [:], 0)
        }
        shelf.recent[name] = page
        shelf.bytes += page.size
    }
}

/// A page, and what it rests on.
struct KeptPage: Sendable {
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

    var size: Int { data.count + 8_192 }

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
