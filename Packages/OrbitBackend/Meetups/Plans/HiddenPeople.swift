import BackendRuntime
import OrbitModels
import OrbitStore

extension VisibleCounts {
    /// The people that a block hides from a viewer, in either direction. One store call reads them for all elements of
    /// a response.
    ///
    /// A limit applies to each direction separately: to the viewer's own blocks, and to the blocks against the viewer.
    /// The viewer knows the number of own blocks. No request of the viewer's account changes the number of blocks
    /// against the viewer. A limit of the two together would reveal a block. At such a limit, an own block of a person
    /// exceeds it only if that person has not blocked the viewer.
    struct HiddenPeople: Sendable {
        /// The highest limit of blocks in one direction.
        static let maxBlocks = 100

        private let blocked: [UserID]
        private let blockers: [UserID]

        /// Reads the blocks in both directions, as far as the highest limit needs them.
        init(from viewer: UserID, in reader: any StoreReader) throws {
            let queries = [BlockRecord.byBlocker, BlockRecord.byBlocked].map {
                IndexQuery($0, group: viewer.rawValue, order: .descending, limit: Self.maxBlocks + 1)
            }
            let blocks = try reader.list(BlockRecord.self, all: queries)
            let unreadable = BlockRecord.unreadable(of: viewer, in: reader)
            blocked = (blocks.first?.map(\.blocked) ?? []) + unreadable.blocked
            blockers = (blocks.last?.map(\.blocker) ?? []) + unreadable.blockers
        }

        /// Returns each hidden person once, or `nil` if either direction has more blocks than the limit.
        ///
        /// If counts left out only the latest people, newer blocks would add a person to counts again. A viewer with
        /// many accounts could cause such blocks.
        ///
        /// - Parameter limit: The maximum number of blocks in one direction, at most ``maxBlocks``.
        func ids(upTo limit: Int) -> [UserID]? {
            guard blocked.count <= limit, blockers.count <= limit else { return nil }
            let own = Set(blocked)
            return blocked + blockers.filter { !own.contains($0) }
        }
    }
}
