/// A column of the access matrix: a kind of caller, in relation to the owner of the things in the requests. The rows
/// are the operations. The owner is the host of the meetups, the author of the post, and the sender of the poke and the
/// invitation.
enum AuthorizationColumn: String, CaseIterable, Sendable {
    /// Presents no token, or an invalid token of a person who may call the operation.
    case anonymous, expired, revoked, refreshToken
    /// The owner.
    case owner
    /// Has checked in at one of the owner's meetups, and attends their other meetups.
    case attendee
    /// The owner's match, who attends none of the owner's meetups.
    case match
    /// Has a poke and an invitation from the owner, and has asked to attend another meetup.
    case recipient
    /// Has no relation to the owner.
    case stranger
    /// Is at another university.
    case otherCampus
    /// Has signed in and saved no profile.
    case incomplete
    /// Was the owner's match and attended all of the owner's meetups until a block. The owner blocked `blocked`, and
    /// `blocker` blocked the owner.
    case blocked, blocker
    /// Attended the owner's meetups until the caller left or was removed.
    case left, removed
    /// Decides about reports, and has no other relation to the owner.
    case moderator
    /// Attended the owner's meetups until the caller was suspended or their account was erased.
    case suspended, erased

    /// Whether the caller is a person of the world and presents a token of their own.
    var isPerson: Bool { ![.anonymous, .expired, .revoked, .refreshToken].contains(self) }
    /// Whether the token belongs to a session.
    var hasSession: Bool { isPerson && ![.suspended, .erased].contains(self) }
}

extension AuthorizationColumn {
    /// Returns the caller's roles for the requested thing of this kind, or `nil` if the caller cannot see the thing.
    func roles(at kind: AccessFixture.Kind) -> Set<AccessRule.Role>? {
        guard hasSession, ![.otherCampus, .incomplete, .blocked, .blocker].contains(self) else { return nil }
        return kind.roles[self] ?? kind.others
    }
}
