/// Who calls, in relation to the person whose things the requests are about: to the host of the meetups, the author of
/// the post, and the sender of the poke and the invitation.
enum AuthorizationColumn: String, CaseIterable, Sendable {
    /// Nobody; or with a token that is none, of a person who may do it.
    case anonymous, expired, revoked, refreshToken
    /// The person themselves.
    case owner
    /// Has checked in at one of their meetups, and goes to the others.
    case attendee
    /// Their match, who goes to none of their meetups.
    case match
    /// Has a poke and an invitation from them, and has asked to attend another meetup.
    case recipient
    /// Has nothing to do with them.
    case stranger
    /// Is at another university.
    case otherCampus
    /// Has signed in and saved no profile.
    case incomplete
    /// Was their match and at all of their meetups, until they blocked the caller, or the caller them.
    case blocked, blocker
    /// Went to their meetups, until the caller left, or was removed.
    case left, removed
    /// Decides about reports, and has nothing else to do with them.
    case moderator
    /// Went to their meetups, until the caller was suspended, or erased their account.
    case suspended, erased

    /// Whether it is a person of the world, who presents a token of their own.
    var isPerson: Bool { ![.anonymous, .expired, .revoked, .refreshToken].contains(self) }
    /// Whether the token is that of a session.
    var hasSession: Bool { isPerson && ![.suspended, .erased].contains(self) }
}

extension AuthorizationColumn {
    /// What the caller is to the thing of a kind that the requests are about; `nil` if for the caller there is none.
    func standing(at kind: AccessFixture.Kind) -> Set<AccessRule.Caller>? {
        guard hasSession, ![.otherCampus, .incomplete, .blocked, .blocker].contains(self) else { return nil }
        return kind.standings[self] ?? kind.others
    }
}
