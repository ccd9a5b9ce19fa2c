import BackendRuntime
import OrbitModels

extension KnownCampus {
    /// What was known at some time.
    struct Mark: Hashable, Sendable {
        /// Interests are as rare as when the index was made: another index gives other scores.
        fileprivate let build: Build
        fileprivate let change: Int64
    }

    /// Names an index.
    fileprivate final class Build: Hashable, Sendable {
        static func == (one: Build, other: Build) -> Bool { one === other }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// The latest changes to a campus: all that a request needs to know which sends a page that was kept. It is apart
    /// from the index, whose many parts would all be counted as held by each such request.
    struct News: Sendable {
        /// Of the index.
        let day: CalendarDay
        /// The last change that is in the index.
        private(set) var change: Int64
        private let build = Build()
        /// The latest changes, oldest first, and the last one before them.
        private var recent: [(change: Int64, id: UserID)] = []
        private var before: Int64

        /// How many changes a page survives, so long as they are not to its people.
        private static let mostRecent = 256

        init(of day: CalendarDay, at change: Int64) {
            (self.day, self.change, before) = (day, change, change)
        }

        /// Names what is known now.
        var mark: Mark { Mark(build: build, change: change) }

        mutating func note(_ id: UserID, _ change: Int64) {
            self.change = change
            recent.append((change, id))
        }

        /// All up to a change is in the index.
        mutating func reach(_ change: Int64) {
            self.change = max(self.change, change)
            let extra = recent.count - Self.mostRecent
            if extra > 0 {
                before = recent[extra - 1].change
                recent.removeFirst(extra)
            }
        }

        /// Whether none of the people has changed since then, and all else by which they are compared is as it was.
        func isAsItWas(at mark: Mark, for people: [UserID]) -> Bool {
            guard mark.build == build, mark.change >= before else { return false }
            if mark.change >= change { return true }
            let changed = Set(recent.lazy.filter { $0.change > mark.change }.map(\.id))
            return changed.isDisjoint(with: people)
        }
    }
}
