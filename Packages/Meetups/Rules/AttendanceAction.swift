/// Who acts on a person's part in a meetup.
public enum AttendanceParty: CaseIterable, Hashable, Sendable {
    /// The person whose part it is.
    case guest
    /// The host of the meetup.
    case host
    /// The server, as time passes or a place becomes free.
    case server
}

/// What can be done to a person's part in a meetup.
public enum AttendanceAction: String, CaseIterable, Hashable, Sendable {
    /// The guest asks to attend, or says yes to an invitation.
    case join
    /// The guest says no: takes a request back, turns an invitation or an offer down, or cancels.
    case leave
    /// The guest takes the place that is kept for them.
    case takeOffer = "take_offer"
    /// The guest says again that they come.
    case reconfirm
    /// The guest is there.
    case checkIn = "check_in"
    /// The host lets a requester in.
    case approve
    /// The host turns a request down.
    case decline
    /// The host invites.
    case invite
    /// The host takes an invitation back.
    case uninvite
    /// The host takes a guest off the list.
    case remove
    /// The server keeps a place that has become free.
    case offer
    /// What waited for a reply has waited too long.
    case lapse
    /// The time for checking in has passed.
    case close

    /// The only party who may.
    public var party: AttendanceParty {
        switch self {
        case .join, .leave, .takeOffer, .reconfirm, .checkIn: .guest
        case .approve, .decline, .invite, .uninvite, .remove: .host
        case .offer, .lapse, .close: .server
        }
    }
}

/// What an attendance action depends on beside the state.
public struct AttendanceConditions: Hashable, Sendable {
    /// Whether there is a place for the person and their companions, and no one else in line for it.
    public var hasRoom: Bool
    /// Whether the host decides who attends.
    public var needsApproval: Bool
    /// Whether it is too late to cancel in good time.
    public var isLate: Bool

    /// Creates the conditions.
    public init(hasRoom: Bool = true, needsApproval: Bool = false, isLate: Bool = false) {
        self.hasRoom = hasRoom
        self.needsApproval = needsApproval
        self.isLate = isLate
    }
}
