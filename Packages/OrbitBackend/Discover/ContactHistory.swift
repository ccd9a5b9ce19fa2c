import BackendRuntime
import Connections
import Foundation
import OrbitModels
import OrbitStore

/// The matches and pokes between a viewer and some people, as far as suggestions depend on them. Blocks are not
/// included.
///
/// The data of all people is read together. If the viewer has few matches and pokes, all of them are listed. Otherwise,
/// each pair is looked up. So the cost does not depend on the number of matches and pokes.
struct ContactHistory: Sendable {
    private let matched: Set<UserID>
    private var refused: Set<UserID> = []
    /// The people that the viewer has poked recently. They are not suggested again, regardless of their reply.
    private let poked: Set<UserID>
    /// The first instant at which the sender of a declined or ignored poke may be suggested again.
    private(set) var until = Date.distantFuture

    init(between viewer: UserID, and ids: [UserID], in reader: any StoreReader, now: Date) throws {
        matched = try MatchRecord.partners(of: viewer, among: ids, in: reader)
        let pokes = try PokeRecord.between(viewer, and: ids, in: reader, now: now)
        poked = Set(pokes.sent.lazy.filter { $0.keepsApart(at: now) }.map(\.to))
        for poke in pokes.received where [.declined, .ignored].contains(poke.state) {
            guard let end = poke.apartUntil, end >= now else { continue }
            refused.insert(poke.from)
            until = min(until, end)
        }
    }

    /// Whether the two have neither a match nor an ended match, and the viewer has not declined or ignored a poke of
    /// the person recently.
    func admits(_ id: UserID) -> Bool { !matched.contains(id) && !refused.contains(id) }

    /// Whether the viewer has poked this person recently.
    func hasPoked(_ id: UserID) -> Bool { poked.contains(id) }
}
