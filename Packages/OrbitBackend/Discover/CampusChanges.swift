import BackendRuntime
import OrbitModels

extension CampusSnapshot {
    /// A version of a cached campus.
    struct Version: Hashable, Sendable {
        /// The build of the index. Another build has other weights of interests, and therefore other scores.
        fileprivate let build: Build
        fileprivate let change: Int64
    }

    /// The identity of an index.
    fileprivate final class Build: Hashable, Sendable {
        static func == (one: Build, other: Build) -> Bool { one === other }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// The latest changes to a campus: all data that a request needs in order to send a cached page.
    ///
    /// The changes are separate from the index. Otherwise each such request would retain the many parts of the index.
    struct RecentChanges: Sendable {
        /// The day of the index.
        let day: CalendarDay
        /// The last change that the index contains.
        private(set) var change: Int64
        private let build = Build()
        /// The latest changes, oldest first, and the last change before them.
        private var recent: [(change: Int64, id: UserID)] = []
        private var before: Int64

        /// The number of changes that a cached page survives, if they do not affect its people.
        private static let maxRecent = 256

        init(of day: CalendarDay, at change: Int64) {
            (self.day, self.change, before) = (day, change, change)
        }

        /// The current version.
        var version: Version { Version(build: build, change: change) }

        mutating func note(_ id: UserID, _ change: Int64) {
            self.change = change
            recent.append((change, id))
        }

        /// Notes that the index contains all changes up to `change`.
        mutating func reach(_ change: Int64) {
            self.change = max(self.change, change)
            let extra = recent.count - Self.maxRecent
            if extra > 0 {
                before = recent[extra - 1].change
                recent.removeFirst(extra)
            }
        }

        /// Whether the people and all other data that they are compared by are the same as at `version`.
        func isUnchanged(since version: Version, for people: [UserID]) -> Bool {
            guard version.build == build, version.change >= before else { return false }
            if version.change >= change { return true }
            let changed = Set(recent.lazy.filter { $0.change > version.change }.map(\.id))
            return changed.isDisjoint(with: people)
        }
    }
}
