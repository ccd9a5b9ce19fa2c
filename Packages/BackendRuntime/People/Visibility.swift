import Matching
public import OrbitModels
public import OrbitStore
package import Profiles

/// Who a person may see, poke, be matched and be paired with. This is the only place that decides it, and every
/// operation that shows people to people asks here.
///
/// It looks up each pair that it is asked about, so the cost does not depend on how many matches a person has. Of many
/// people at once, `VisiblePeople` knows the same.
public struct Visibility {
    private let viewer: AccountRecord
    private let reader: any StoreReader

    package init(of viewer: AccountRecord, in reader: any StoreReader) {
        self.viewer = viewer
        self.reader = reader
    }

    /// Creates the sight of a caller.
    public init(of caller: Caller, in reader: any StoreReader) {
        self.init(of: caller.account, in: reader)
    }

    /// Returns whether the viewer may see a person.
    public func sees(_ id: UserID) throws -> Bool { try account(id) != nil }

    /// Requires that the viewer may see a person.
    ///
    /// - Parameters:
    ///   - id: The person.
    ///   - problem: The same for a person who does not exist as for a person who may not be seen.
    /// - Throws: The problem, or an error of the store.
    public func requireSight(of id: UserID, orThrow problem: HTTPProblem = .notFound) throws {
        _ = try require(id, orThrow: problem)
    }

    /// The account if there is one and it may be seen.
    package func account(_ id: UserID) throws -> AccountRecord? {
        guard let account = try reader.get(AccountRecord.self, id.rawValue), try includes(account) else { return nil }
        return account
    }

    /// Finds an account, which the viewer has to be allowed to see.
    ///
    /// - Parameters:
    ///   - id: The person.
    ///   - problem: The same for a person who does not exist as for a person who may not be seen.
    /// - Returns: The account.
    /// - Throws: The problem, or an error of the store.
    package func require(_ id: UserID, orThrow problem: HTTPProblem = .notFound) throws -> AccountRecord {
        guard let found = try account(id) else { throw problem }
        return found
    }

    /// What the viewer is to the owner of the account.
    package func viewer(of account: AccountRecord) throws -> ProfileViewer {
        let match = try MatchRecord.between(UserPair(viewer.id, account.id), in: reader)
        return match?.isActive == true ? .match : .stranger
    }

    /// The person as the viewer sees them; `nil` if they do not. `Profile.seen` decides which members are shown.
    public func person(_ id: UserID, on day: CalendarDay) throws -> Person? {
        try account(id).flatMap { try person(of: $0, on: day) }
    }

    /// Returns the people among many that the viewer may see, as the viewer sees them.
    ///
    /// The number of store calls does not depend on the number of people. People that the viewer may not see are left
    /// out. `Profile.seen` decides which members are shown.
    public func people(_ ids: [UserID], on day: CalendarDay) throws -> [UserID: Person] {
        let visible = try VisiblePeople(ids, for: viewer, in: reader)
        return visible.accounts.keys.reduce(into: [:]) { $0[$1] = visible.person($1, on: day) }
    }

    /// The same, of an account that may be seen.
    package func person(of account: AccountRecord, on day: CalendarDay) throws -> Person? {
        guard let profile = account.profile else { return nil }
        return Person(id: account.id, profile: profile.seen(by: try viewer(of: account), on: day))
    }

    private func includes(_ account: AccountRecord) throws -> Bool {
        try account.mayMeet(viewer) && !BlockRecord.stands(between: UserPair(viewer.id, account.id), in: reader)
    }
}

extension AccountRecord {
    /// Both on one campus, both with a complete profile, neither suspended. Whether one has blocked the other is
    /// another question.
    package func mayMeet(_ other: AccountRecord) -> Bool {
        id != other.id && campus == other.campus && isComplete && other.isComplete
            && !isSuspended && !other.isSuspended
    }
}
