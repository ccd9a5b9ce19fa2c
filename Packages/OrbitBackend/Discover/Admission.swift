import Connections
import Discover
import OrbitModels

/// Whom somebody may be suggested: those whom they may see, who fit the dealbreakers of both, whom chance or choice
/// has not brought together before, and of whom they have not wanted to see less.
struct Admission {
    private let viewer: AccountRecord
    /// What others may know of the viewer.
    private let compared: Profile
    private let taste: TasteRecord
    private let hidden: Set<UserID>
    private let visibility: Visibility
    private let scale: CampusScale
    private let reader: any StoreReader

    init(_ viewer: AccountRecord, _ taste: TasteRecord, on scale: CampusScale, in reader: any StoreReader) throws {
        self.viewer = viewer
        self.taste = taste
        self.scale = scale
        self.reader = reader
        compared = viewer.profile?.compared(on: scale.day) ?? Profile(name: "")
        hidden = Set(taste.lessLike)
        visibility = Visibility(of: viewer, in: reader)
    }

    /// The account, if its person may be suggested.
    func account(_ id: UserID) throws -> AccountRecord? {
        guard !hidden.contains(id), let account = try visibility.account(id),
            try reader.get(MatchRecord.self, UserPair(viewer.id, id).key) == nil, try breaksNoDeal(account)
        else { return nil }
        return account
    }

    /// Each side knows all of itself, and of the other what may be compared.
    private func breaksNoDeal(_ account: AccountRecord) throws -> Bool {
        guard let mine = viewer.profile, let theirs = account.profile else { return false }
        return try taste.dealbreakers.admit(theirs.compared(on: scale.day), to: mine, on: scale)
            && TasteRecord.of(account.id, in: reader).dealbreakers.admit(compared, to: theirs, on: scale)
    }

    /// The person as the viewer sees them, and why they are suggested.
    func suggestion(_ id: UserID) throws -> Suggestion? {
        guard let account = try account(id), let theirs = account.profile,
            let person = try visibility.person(id, on: scale.day)
        else { return nil }
        return Suggestion(
            person: person,
            compatibility: viewer.profile.map { Compatibility(of: $0, with: theirs.compared(on: scale.day), on: scale) }
        )
    }
}
