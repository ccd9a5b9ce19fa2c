import OrbitModels
import Profiles

/// Whom somebody may see, poke, be matched and be paired with. This is the one place that decides it, and every
/// operation that shows people to people asks here.
struct Visibility {
    private let viewer: AccountRecord
    private let blocked: Set<UserID>
    private let matched: Set<UserID>

    init(of viewer: AccountRecord, in reader: any StoreReader) throws {
        self.viewer = viewer
        blocked = try BlockRecord.partners(of: viewer.id, in: reader)
        matched = try MatchRecord.partners(of: viewer.id, in: reader)
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

    /// What the viewer is to the owner of the account.
    func viewer(of account: AccountRecord) -> ProfileViewer {
        matched.contains(account.id) ? .match : .stranger
    }

    /// The person as the viewer sees them; `nil` if they do not. `Profile.seen` decides which members are shown.
    func person(_ account: AccountRecord, on day: CalendarDay) -> Person? {
        guard includes(account), let profile = account.profile else { return nil }
        return Person(id: account.id, profile: profile.seen(by: viewer(of: account), on: day))
    }
}
