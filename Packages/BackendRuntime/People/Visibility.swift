import Matching
public import OrbitModels
public import OrbitStore
package import Profiles

/// The rules of which people a person may see, poke, be matched with and be paired with. No other type decides this,
/// and every operation that shows people to other people uses it.
///
/// It looks up each pair separately, so the cost does not depend on the number of a person's matches. `VisiblePeople`
/// applies the same rules to many people at once.
public struct Visibility {
    private let viewer: AccountRecord
    private let reader: any StoreReader

    package init(of viewer: AccountRecord, in reader: any StoreReader) {
        self.viewer = viewer
        self.reader = reader
    }

    /// Creates the visibility for a caller.
    public init(of caller: Caller, in reader: any StoreReader) {
        self.init(of: caller.account, in: reader)
    }

    /// Whether the viewer may see a person.
    public func sees(_ id: UserID) throws -> Bool { try account(id) != nil }

    /// Requires that the viewer may see a person.
    ///
    /// - Parameters:
    ///   - id: The person.
    ///   - problem: The problem, the same for a person who does not exist and a person who may not be seen.
    /// - Throws: The problem, or an error of the store.
    public func requireSight(of id: UserID, orThrow problem: HTTPProblem = .notFound) throws {
        _ = try require(id, orThrow: problem)
    }

    /// Returns the account of a person; `nil` if it does not exist or the viewer may not see it.
    package func account(_ id: UserID) throws -> AccountRecord? {
        guard let account = try reader.get(AccountRecord.self, id.rawValue), try includes(account) else { return nil }
        return account
    }

    /// Returns the account of a person that the viewer may see.
    ///
    /// - Parameters:
    ///   - id: The person.
    ///   - problem: The problem, the same for a person who does not exist and a person who may not be seen.
    /// - Returns: The account.
    /// - Throws: The problem, or an error of the store.
    package func require(_ id: UserID, orThrow problem: HTTPProblem = .notFound) throws -> AccountRecord {
        guard let found = try account(id) else { throw problem }
        return found
    }

    /// Returns whether the viewer is a match of the owner of the account or a stranger.
    package func viewer(of account: AccountRecord) throws -> ProfileViewer {
        let match = try MatchRecord.between(UserPair(viewer.id, account.id), in: reader)
        return match?.isActive == true ? .match : .stranger
    }

    /// Returns the person as the viewer sees them; `nil` if the viewer may not see the person. `Profile.seen` decides
    /// which members are shown.
    public func person(_ id: UserID, on day: CalendarDay) throws -> Person? {
        try account(id).flatMap { try person(of: $0, on: day) }
    }

    /// Returns the people that the viewer may see, as the viewer sees them.
    ///
    /// The number of store calls does not depend on the number of people. `Profile.seen` decides which members are
    /// shown.
    ///
    /// - Parameters:
    ///   - ids: The people. People that the viewer may not see are left out.
    ///   - day: The current day, by which ages are computed.
    public func people(_ ids: [UserID], on day: CalendarDay) throws -> [UserID: Person] {
        let visible = try VisiblePeople(ids, for: viewer, in: reader)
        return visible.accounts.keys.reduce(into: [:]) { $0[$1] = visible.person($1, on: day) }
    }

    /// Returns a person whose account the viewer may see, as the viewer sees them.
    package func person(of account: AccountRecord, on day: CalendarDay) throws -> Person? {
        guard let profile = account.profile else { return nil }
        return Person(id: account.id, profile: profile.seen(by: try viewer(of: account), on: day))
    }

    private func includes(_ account: AccountRecord) throws -> Bool {
        try account.mayMeet(viewer) && !BlockRecord.exists(between: UserPair(viewer.id, account.id), in: reader)
    }
}

extension AccountRecord {
    /// Whether two people are on one campus, both with a complete profile, and neither suspended. Blocks are not
    /// checked.
    package func mayMeet(_ other: AccountRecord) -> Bool {
        id != other.id && campus == other.campus && isComplete && other.isComplete
            && !isSuspended && !other.isSuspended
    }
}
