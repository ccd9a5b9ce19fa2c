import OrbitModels
import OrbitStore

/// The people whom a block hides from a viewer, whichever of the two has blocked the other. Read in one store call, for
/// all elements of a response.
struct HiddenPeople {
    private static let most = 100

    /// `nil` if there are more than 100. If counts left out only the latest of them, 100 newer blocks would bring a
    /// person back into counts. A viewer with many accounts could cause them.
    let ids: [UserID]?

    init(from viewer: UserID, in reader: any StoreReader) throws {
        let queries = [BlockRecord.byBlocked, BlockRecord.byBlocker].map {
            IndexQuery($0, group: viewer.rawValue, order: .descending, limit: Self.most + 1)
        }
        let blocks = try reader.list(BlockRecord.self, all: queries).flatMap(\.self)
        var known: Set<UserID> = []
        let partners = blocks.map { $0.blocker == viewer ? $0.blocked : $0.blocker }
        let people = (partners + BlockRecord.unreadablePartners(of: viewer, in: reader))
            .filter { known.insert($0).inserted }
        ids = people.count > Self.most ? nil : people
    }
}
