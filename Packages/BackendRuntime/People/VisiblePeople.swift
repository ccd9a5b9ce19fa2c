import Foundation
import Matching
package import OrbitModels
package import OrbitStore
import Profiles

/// The people that a viewer may see, from a list of people. It makes the same decisions as ``Visibility``, and its
/// number of store calls does not depend on the number of people.
package struct VisiblePeople: Sendable {
    /// The accounts of the people that the viewer may see.
    package let accounts: [UserID: AccountRecord]
    /// The people with an active match with the viewer, visible or not.
    package let matches: Set<UserID>

    /// Looks up the people that a viewer may see.
    ///
    /// - Parameters:
    ///   - ids: The people to look up.
    ///   - viewer: The account of the viewer.
    ///   - matches: The people with an active match with the viewer; `nil` to look them up.
    ///   - blocked: All people with a block with the viewer, in either direction; `nil` to look them up.
    ///   - reader: A snapshot of the store.
    package init(
        _ ids: [UserID], for viewer: AccountRecord, matches: Set<UserID>? = nil, blocked: Set<UserID>? = nil,
        in reader: any StoreReader
    ) throws {
        try self.init(Set(ids), for: viewer, matches: matches, blocked: blocked, in: reader)
    }

    /// Looks up the people that a viewer may see.
    ///
    /// - Parameters:
    ///   - ids: The people to look up.
    ///   - viewer: The account of the viewer.
    ///   - matches: The people with an active match with the viewer; `nil` to look them up.
    ///   - blocked: All people with a block with the viewer, in either direction; `nil` to look them up.
    ///   - reader: A snapshot of the store.
    package init(
        _ ids: Set<UserID>, for viewer: AccountRecord, matches: Set<UserID>? = nil, blocked: Set<UserID>? = nil,
        in reader: any StoreReader
    ) throws {
        let ids = ids.subtracting([viewer.id]).sorted()
        let found = try reader.get(AccountRecord.self, all: ids.map(\.rawValue))
        let near = ids.filter { found[$0.rawValue]?.mayMeet(viewer) ?? false }
        let blocked = try blocked ?? BlockRecord.blockedPeople(of: viewer.id, among: near, in: reader)
        accounts = near.reduce(into: [:]) { if !blocked.contains($1) { $0[$1] = found[$1.rawValue] } }
        self.matches = try matches ?? Self.matches(of: viewer.id, in: reader)
    }

    /// Returns the person as the viewer sees them; `nil` if the viewer may not see the person.
    package func person(_ id: UserID, on day: CalendarDay) -> Person? {
        guard let profile = accounts[id]?.profile else { return nil }
        return Person(id: id, profile: profile.seen(by: matches.contains(id) ? .match : .stranger, on: day))
    }

    /// Returns the other person of each active match of a viewer.
    package static func matches(of viewer: UserID, in reader: any StoreReader) throws -> Set<UserID> {
        try [MatchRecord.activeByFirst, MatchRecord.activeBySecond].reduce(into: []) { partners, index in
            let matches = try reader.list(MatchRecord.self, IndexQuery(index, group: viewer.rawValue))
            partners.formUnion(matches.map { $0.pair.partner(of: viewer) })
        }
    }
}
