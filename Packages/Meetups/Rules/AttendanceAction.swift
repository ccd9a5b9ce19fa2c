/// A party that changes a person's attendance of a meetup.
public enum AttendanceParty: CaseIterable, Hashable, Sendable {
    /// The person who attends or wants to attend.
    case guest
    /// The host of the meetup.
    case host
    /// The server, when a time limit passes or a place becomes free.
    case server
}

/// A change of a person's attendance of a meetup.
public enum AttendanceAction: String, CaseIterable, Hashable, Sendable {
    /// The guest asks to attend, or accepts an invitation.
    case join
    /// The guest withdraws a request, declines an invitation or an offer, or cancels.
    case leave
    /// The guest accepts the place that is offered to them.
    case takeOffer = "take_offer"
    /// The guest confirms again that they will attend.
    case reconfirm
    /// The guest checks in at the meetup.
    case checkIn = "check_in"
    /// The host approves a request.
    case approve
    /// The host declines a request.
    case decline
    /// The host invites a person.
    case invite
    /// The host withdraws an invitation.
    case uninvite
    /// The host removes a guest.
    case remove
    /// The server offers a free place to a person on the wait list.
    case offer
    /// The server ends a request, an invitation, a wait or an offer that has expired.
    case lapse
    /// The server ends the attendance of a guest after the time for checking in.
    case close

    /// The only party that may take the action.
    public var party: AttendanceParty {
        switch self {
        case .join, .leave, .takeOffer, .reconfirm, .checkIn: .guest
        case .approve, .decline, .invite, .uninvite, .remove: .host
        case .offer, .lapse, .close: .server
        }
    }
}

/// The conditions, besides the current state, that decide the result of an attendance action.
public struct AttendanceConditions: Hashable, Sendable {
    /// Whether there is a place for the person and their companions, and the wait list is empty.
    public var hasRoom: Bool
    /// Whether the host approves each attendee.
    public var needsApproval: Bool
    /// Whether a cancellation counts as late.
    public var isLate: Bool

    /// Creates the conditions.
    public init(hasRoom: Bool = true, needsApproval: Bool = false, isLate: Bool = false) {
        self.hasRoom = hasRoom
        self.needsApproval = needsApproval
        self.isLate = isLate
    }
}
