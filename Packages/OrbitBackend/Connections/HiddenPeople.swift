import OrbitModels

/// The people whom a block hides from a viewer, whichever of the two has blocked the other: the latest 100, and first of all
/// the people who have blocked the viewer. Read in one store call, for all elements of a response.
struct HiddenPeople {
    private static let most = 100

    let ids: [UserID]

    init(from viewer: UserID, in reader: any StoreReader) throws {
        let queries = [BlockRecord.byBlocked, BlockRecord.byBlocker].map {
            IndexQuery($0, group: viewer.rawValue, order: .descending, limit: Self.most)
        }
        let blocks = try reader.list(BlockRecord.self, all: queries).flatMap(\.self)
        var known: Set<UserID> = []
        let people = blocks.map { $0.blocker == viewer ? $0.blocked : $0.blocker }.filter { known.insert($0).inserted }
        ids = Array(people.prefix(Self.most))
    }
}
