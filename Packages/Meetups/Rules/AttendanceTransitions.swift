public import OrbitModels

extension AttendanceState {
    /// The state after an action: the one table that client and server go by.
    ///
    /// ```swift
    /// let next = try AttendanceState.absent.after(.join, given: AttendanceConditions(hasRoom: false))  // .waiting
    /// ```
    ///
    /// What has been done already may be repeated, to no effect.
    public func after(
        _ action: AttendanceAction, given conditions: AttendanceConditions = AttendanceConditions()
    ) throws(AttendanceRefusal) -> AttendanceState {
        let admitted: AttendanceState = conditions.hasRoom ? .going : .waiting
        let asked: AttendanceState = conditions.needsApproval ? .requested : admitted
        let cancelled: AttendanceState = conditions.isLate ? .cancelledLate : .cancelled
        switch (self, action) {
        case (.host, _): throw .isHost
        case (.absent, .join), (.cancelled, .join), (.cancelledLate, .join), (.expired, .join): return asked
        case (.invited, .join), (.requested, .approve), (.requested, .invite): return admitted
        case (.absent, .invite), (.cancelled, .invite), (.cancelledLate, .invite), (.expired, .invite),
            (.declined, .invite), (.removed, .invite):
            return .invited
        case (.invited, .leave), (.requested, .leave), (.waiting, .leave), (.offered, .leave): return .absent
        case (.invited, .uninvite), (.invited, .lapse), (.waiting, .lapse), (.offered, .lapse): return .absent
        case (.requested, .decline): return .declined
        case (.requested, .lapse): return .expired
        case (.waiting, .offer): return .offered
        case (.offered, .takeOffer), (.offered, .join): return .going
        case (.going, .reconfirm): return .reconfirmed
        case (.going, .leave), (.reconfirmed, .leave): return cancelled
        case (.going, .checkIn), (.reconfirmed, .checkIn): return .checkedIn
        case (.waiting, .remove), (.offered, .remove), (.going, .remove), (.reconfirmed, .remove): return .removed
        case (.going, .close), (.reconfirmed, .close): return .noShow
        default:
            if isResult(of: action) { return self }
            throw AttendanceRefusal(self)
        }
    }

    /// Whether the action has had its effect already.
    private func isResult(of action: AttendanceAction) -> Bool {
        switch action {
        case .join: [.requested, .waiting, .going, .reconfirmed, .checkedIn].contains(self)
        case .leave: [.absent, .cancelled, .cancelledLate].contains(self)
        case .takeOffer, .approve: [.going, .reconfirmed, .checkedIn].contains(self)
        case .reconfirm: [.reconfirmed, .checkedIn].contains(self)
        case .checkIn: self == .checkedIn
        case .decline: self == .declined
        case .invite: [.invited, .waiting, .offered, .going, .reconfirmed, .checkedIn].contains(self)
        case .uninvite, .lapse: self == .absent
        case .remove: self == .removed
        case .offer: self == .offered
        case .close: [.checkedIn, .noShow].contains(self)
        }
    }

    /// Whether the person takes a place.
    public var takesPlace: Bool { [.host, .offered, .going, .reconfirmed, .checkedIn].contains(self) }

    /// Whether the person attends, and so may see the exact place, the other attendees and the feed.
    public var isAttending: Bool { [.host, .going, .reconfirmed, .checkedIn].contains(self) }

    /// Whether the meetup is the person's concern: it stands in their calendar, and changes are told to them.
    public var isConcerned: Bool { isAttending || [.invited, .requested, .waiting, .offered].contains(self) }
}

/// Why something cannot be done to a person's part in a meetup.
public enum AttendanceRefusal: Error, Hashable, Sendable {
    /// The host attends as long as the meetup takes place.
    case isHost
    /// There is nothing to act on, or it is over: what the person is to the meetup.
    case state(AttendanceState)

    init(_ state: AttendanceState) {
        self = .state(state)
    }
}
