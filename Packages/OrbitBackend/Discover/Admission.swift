import Connections
import Foundation
import Matching
import OrbitModels

/// Decides who may be suggested to a viewer: people they may see, if no dealbreaker of either is broken, the two were
/// never matched, and the viewer has said neither no nor "less like this".
struct Admission {
    private let viewer: AccountRecord
    /// What others may know of the viewer.
    private let compared: Profile
    private let taste: TasteRecord
    private let hidden: Set<UserID>
    private let visibility: Visibility
    private let scale: CampusScale
    private let reader: any StoreReader
    private let now: Date

    /// A person who may be suggested.
    struct Admitted {
        let account: AccountRecord
        /// What may be known of them.
        let compared: Profile
    }

    init(
        _ viewer: AccountRecord, _ taste: TasteRecord, on scale: CampusScale, in reader: any StoreReader, now: Date
    ) {
        self.viewer = viewer
        self.taste = taste
        self.scale = scale
        self.reader = reader
        self.now = now
        compared = viewer.profile?.compared(on: scale.day) ?? Profile(name: "")
        hidden = Set(taste.lessLike)
        visibility = Visibility(of: viewer, in: reader)
    }

    func admitted(_ id: UserID) throws -> Admitted? {
        guard !hidden.contains(id), let account = try visibility.account(id), let theirs = account.profile,
            try MatchRecord.between(UserPair(viewer.id, id), in: reader) == nil, try !hasRefused(id)
        else { return nil }
        let admitted = Admitted(account: account, compared: theirs.compared(on: scale.day))
        return try breaksNoDeal(admitted, theirs) ? admitted : nil
    }

    /// Whether the viewer has poked this person lately. Then they are not suggested again; how the person has replied
    /// makes no difference.
    func hasAsked(_ id: UserID) throws -> Bool {
        try PokeRecord.sent(from: viewer.id, to: id, in: reader, now: now).contains { $0.keepsApart(at: now) }
    }

    /// The person as the viewer sees them, and why they are suggested.
    func suggestion(_ id: UserID) throws -> Suggestion? {
        guard let admitted = try admitted(id), let mine = viewer.profile,
            let person = try visibility.person(of: admitted.account, on: scale.day)
        else { return nil }
        return Suggestion(person: person, compatibility: Compatibility(of: mine, with: admitted.compared, on: scale))
    }

    /// Whether the viewer has put away a poke of this person.
    private func hasRefused(_ id: UserID) throws -> Bool {
        try PokeRecord.sent(from: id, to: viewer.id, in: reader, now: now).contains {
            [.declined, .ignored].contains($0.state) && $0.keepsApart(at: now)
        }
    }

    /// Each side knows all of itself, and of the other what may be compared.
    private func breaksNoDeal(_ admitted: Admitted, _ theirs: Profile) throws -> Bool {
        guard let mine = viewer.profile else { return false }
        return try taste.dealbreakers.admit(admitted.compared, to: mine, on: scale)
            && TasteRecord.of(admitted.account.id, in: reader).dealbreakers.admit(compared, to: theirs, on: scale)
    }
}
