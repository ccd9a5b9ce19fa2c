import Foundation
import Matching
package import OrbitModels
package import OrbitStore
import Profiles

/// The people among many whom a viewer may see, looked up together: a number of store calls that does not depend on how
/// many they are. It decides as ``Visibility`` does.
package struct VisiblePeople: Sendable {
    /// Those who may be seen.
    package let accounts: [UserID: AccountRecord]
    /// The viewer's matches, seen or not.
    package let matches: Set<UserID>

    /// - Parameter matches: the viewer's, if they are known already.
    package init(
        _ ids: [UserID], for viewer: AccountRecord, matches: Set<UserID>? = nil, in reader: any StoreReader
    ) throws {
        try self.init(Set(ids), for: viewer, matches: matches, in: reader)
    }

    /// - Parameter matches: the viewer's, if they are known already.
    package init(
        _ ids: Set<UserID>, for viewer: AccountRecord, matches: Set<UserID>? = nil, in reader: any StoreReader
    ) throws {
        let ids = ids.subtracting([viewer.id]).sorted()
        let found = try reader.get(AccountRecord.self, all: ids.map(\.rawValue))
        let near = ids.filter { found[$0.rawValue]?.mayMeet(viewer) ?? false }
        let parted = try BlockRecord.parted(from: viewer.id, among: near, in: reader)
        accounts = near.reduce(into: [:]) { if !parted.contains($1) { $0[$1] = found[$1.rawValue] } }
        self.matches = try matches ?? Self.matches(of: viewer.id, in: reader)
    }

    /// The person as the viewer sees them; `nil` if they do not.
    package func person(_ id: UserID, on day: CalendarDay) -> Person? {
        guard let profile = accounts[id]?.profile else { return nil }
        return Person(id: id, profile: profile.seen(by: matches.contains(id) ? .match : .stranger, on: day))
    }

    /// The other person of each active match.
    package static func matches(of viewer: UserID, in reader: any StoreReader) throws -> Set<UserID> {
        try [MatchRecord.byFirst, MatchRecord.bySecond].reduce(into: []) { partners, index in
            let matches = try reader.list(MatchRecord.self, IndexQuery(index, group: viewer.rawValue))
            partners.formUnion(matches.map { $0.pair.partner(of: viewer) })
        }
    }
}
