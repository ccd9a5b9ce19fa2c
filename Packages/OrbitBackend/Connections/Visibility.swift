import OrbitModels

/// Whom somebody may see, poke, be matched and be paired with. This is the one place that decides it, and every
/// operation that shows people to people asks here.
struct Visibility {
    private let viewer: AccountRecord
    private let blocked: Set<UserID>

    init(of viewer: AccountRecord, in reader: any StoreReader) throws {
        self.viewer = viewer
        blocked = try BlockRecord.partners(of: viewer.id, in: reader)
    }

    /// Both on one campus, both with a complete profile, and neither has blocked the other.
    func includes(_ account: AccountRecord) -> Bool {
        account.id != viewer.id && account.campus == viewer.campus && account.isComplete && viewer.isComplete
            && !blocked.contains(account.id)
    }

    /// The account if there is one and it may be seen.
    func account(_ id: UserID, in reader: any StoreReader) throws -> AccountRecord? {
        guard let account = try reader.get(AccountRecord.self, id.rawValue), includes(account) else { return nil }
        return account
    }
}
