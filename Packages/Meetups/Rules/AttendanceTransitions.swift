public import OrbitModels

extension AttendanceState {
    /// Returns the state after an action. Client and server both use this transition table.
    ///
    /// ```swift
    /// let next = try AttendanceState.unrelated.after(.join, given: AttendanceConditions(hasRoom: false))  // .waiting
    /// ```
    ///
    /// An action whose effect has already happened may be repeated. It returns the current state.
    ///
    /// - Parameters:
    ///   - action: The action to take.
    ///   - conditions: The conditions that decide between several results.
    /// - Throws: ``AttendanceRefusal`` if the action is not possible in this state.
    public func after(
        _ action: AttendanceAction, given conditions: AttendanceConditions = AttendanceConditions()
    ) throws(AttendanceRefusal) -> AttendanceState {
        let admitted: AttendanceState = conditions.hasRoom ? .going : .waiting
        let asked: AttendanceState = conditions.needsApproval ? .requested : admitted
        let cancelled: AttendanceState = conditions.isLate ? .cancelledLate : .cancelled
        switch (self, action) {
        case (.host, _): throw .isHost
        case (.unrelated, .join), (.cancelled, .join), (.cancelledLate, .join), (.expired, .join): return asked
        case (.invited, .join), (.requested, .approve), (.requested, .invite): return admitted
        case (.unrelated, .invite), (.cancelled, .invite), (.cancelledLate, .invite), (.expired, .invite),
            (.declined, .invite), (.removed, .invite):
            return .invited
        case (.invited, .leave), (.requested, .leave), (.waiting, .leave), (.offered, .leave): return .unrelated
        case (.invited, .uninvite), (.invited, .lapse), (.waiting, .lapse), (.offered, .lapse): return .unrelated
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

    /// Whether this state already is the result of the action.
    private func isResult(of action: AttendanceAction) -> Bool {
        switch action {
        case .join: [.requested, .waiting, .going, .reconfirmed, .checkedIn].contains(self)
        case .leave: [.unrelated, .cancelled, .cancelledLate].contains(self)
        case .takeOffer, .approve: [.going, .reconfirmed, .checkedIn].contains(self)
        case .reconfirm: [.reconfirmed, .checkedIn].contains(self)
        case .checkIn: self == .checkedIn
        case .decline: self == .declined
        case .invite: [.invited, .waiting, .offered, .going, .reconfirmed, .checkedIn].contains(self)
        case .uninvite, .lapse: self == .unrelated
        case .remove: self == .removed
        case .offer: self == .offered
        case .close: [.checkedIn, .noShow].contains(self)
        }
    }

    /// Whether the person occupies a place.
    public var takesPlace: Bool { [.host, .offered, .going, .reconfirmed, .checkedIn].contains(self) }

    /// Whether the person attends. Attendees may see the exact place, the other attendees and the feed.
    public var isAttending: Bool { [.host, .going, .reconfirmed, .checkedIn].contains(self) }

    /// Whether the meetup is in the person's calendar and the person is notified of its changes.
    public var isConcerned: Bool { isAttending || [.invited, .requested, .waiting, .offered].contains(self) }
}

/// A reason why an action on a person's attendance is not possible.
public enum AttendanceRefusal: Error, Hashable, Sendable {
    /// The host attends until the meetup ends and cannot change that.
    case isHost
    /// The action is not possible in the person's current state.
    case state(AttendanceState)

    init(_ state: AttendanceState) {
        self = .state(state)
    }
}
