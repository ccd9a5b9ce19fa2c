public import OrbitModels

/// The person who has sent a request, authenticated by an access token.
public struct Caller: Sendable {
    package let session: SessionRecord
    package let account: AccountRecord
    /// The generation of the token.
    package let generation: Int

    /// The id of the person.
    public var userID: UserID { account.id }

    /// The campus of the person.
    public var campus: String { account.campus }

    /// Whether the campus has certified the person as a host.
    public var isCertified: Bool { account.isCertified }
}

extension AccountRecord {
    /// Requires a complete profile.
    ///
    /// - Throws: ``HTTPProblem/profileIncomplete``, which is the same for all operations and reveals nothing of others.
    package func requireProfile() throws {
        guard isComplete else { throw HTTPProblem.profileIncomplete }
    }
}
