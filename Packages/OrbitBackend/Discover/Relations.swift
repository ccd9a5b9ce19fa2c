import BackendRuntime
import Connections
import Foundation
import OrbitModels
import OrbitStore

/// What stands between a viewer and some people, beside blocks, that bears on suggestions: matches and pokes.
///
/// It is read for all of them at once. Of a viewer with few matches and pokes those are listed; of others each pair is
/// looked up, so the cost does not depend on how many they have.
struct Relations: Sendable {
    private let matched: Set<UserID>
    private var refused: Set<UserID> = []
    /// Those that the viewer has poked lately. They are not suggested again; how they have replied makes no difference.
    private let asked: Set<UserID>
    /// When the first of those who were put away may be suggested again.
    private(set) var until = Date.distantFuture

    init(between viewer: UserID, and ids: [UserID], in reader: any StoreReader, now: Date) throws {
        matched = try MatchRecord.partners(of: viewer, among: ids, in: reader)
        let pokes = try PokeRecord.between(viewer, and: ids, in: reader, now: now)
        asked = Set(pokes.sent.lazy.filter { $0.keepsApart(at: now) }.map(\.to))
        for poke in pokes.received where [.declined, .ignored].contains(poke.state) {
            guard let end = poke.apartUntil, end >= now else { continue }
            refused.insert(poke.from)
            until = min(until, end)
        }
    }

    /// Whether the two are no match and have not parted, and the viewer has put away no poke of the person's lately.
    func admits(_ id: UserID) -> Bool { !matched.contains(id) && !refused.contains(id) }

    /// Whether the viewer has poked this person lately.
    func hasAsked(_ id: UserID) -> Bool { asked.contains(id) }
}
