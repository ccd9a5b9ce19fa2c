public import OrbitModels
public import Presentation

extension ListDefinition<BlockedPerson> {
    /// The people who were blocked: the only list in which a hidden person stays.
    public static var blocks: Self {
        Self(
            .blocks, order: .latestFirst(\.blockedAt), people: { _ in [] }
        ) { event, blocks throws(LogEventError) in
            switch event.kind {
            case .blockAdded: blocks.upsert(try event.data())
            case .blockRemoved: blocks.remove(try event.data(Named<UserID>.self).value)
            case .personHidden, .personShown: break
            default: return .unknown
            }
            return .applied
        }
    }
}
