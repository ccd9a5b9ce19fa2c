import BackendRuntime
import OrbitModels
import OrbitStore

extension VisibleCounts {
    /// The people that a block hides from a viewer, in either direction. One store call reads them for all elements and
    /// counts of a response.
    ///
    /// A limit applies to each direction separately: to the viewer's own blocks, and to the blocks against the viewer.
    /// The viewer knows the number of their own blocks. No request of the viewer's account changes the number of blocks
    /// against the viewer.
    ///
    /// A common limit for the number of hidden people would reveal blocks. A viewer at that limit could block one more
    /// person. That block exceeds the limit only if the person has not blocked the viewer, because each hidden person
    /// counts once.
    struct HiddenPeople: Sendable {
        /// The highest limit of blocks in one direction.
        static let maxBlocks = 100

        private let blocked: [UserID]
        private let blockers: [UserID]

        /// Reads the latest blocks in both directions, in each at most one more than the highest limit.
        init(from viewer: UserID, in reader: any StoreReader) throws {
            let queries = [BlockRecord.byBlocker, BlockRecord.byBlocked].map {
                IndexQuery($0, group: viewer.rawValue, order: .descending, limit: Self.maxBlocks + 1)
            }
            let blocks = try reader.list(BlockRecord.self, all: queries)
            let unreadable = BlockRecord.unreadable(of: viewer, in: reader)
            blocked = (blocks.first?.map(\.blocked) ?? []) + unreadable.blocked
            blockers = (blocks.last?.map(\.blocker) ?? []) + unreadable.blockers
        }

        /// All hidden people; `nil` if either direction has more blocks than ``maxBlocks``.
        var all: Set<UserID>? { ids(upTo: Self.maxBlocks).map { Set($0) } }

        /// Returns each hidden person once, or `nil` if either direction has more blocks than the limit.
        ///
        /// Above the limit, it returns `nil` instead of the latest people. Otherwise each new block would remove the
        /// earliest hidden person from the result, and counts would contain that person again. A viewer with many
        /// accounts could cause such blocks.
        ///
        /// - Parameter limit: The maximum number of blocks in one direction, at most ``maxBlocks``.
        func ids(upTo limit: Int) -> [UserID]? {
            guard blocked.count <= limit, blockers.count <= limit else { return nil }
            let own = Set(blocked)
            return blocked + blockers.filter { !own.contains($0) }
        }
    }
}
