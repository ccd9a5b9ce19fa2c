public import Foundation
public import OrbitModels

/// The actions of a guest: the table of ``AttendanceState/after(_:given:)`` combined with ``MeetupTimes``.
///
/// The server applies the same rules before it counts places.
///
/// ```swift
/// let canJoin = meetup.refusal(of: .join, at: now) == nil
/// ```
extension Meetup {
    /// Returns the reason why the user cannot take an action now, or `nil` if they can.
    ///
    /// The result is also `nil` for an action that has no further effect, if the time limits allow the action now.
    ///
    /// - Parameters:
    ///   - action: An action of a guest. Other actions return ``MeetupRefusal/hostOnly``, even if the user is the host
    ///     or the action is the server's. See ``AttendanceAction/party``.
    ///   - now: The current time.
    public func refusal(of action: AttendanceAction, at now: Date) -> MeetupRefusal? {
        guard action.party == .guest else { return .hostOnly }
        do {
            _ = try attendance.after(action, given: conditions(at: now))
        } catch {
            return switch error {
            case .isHost: .isHost
            case .state(let state): .attendance(state)
            }
        }
        return untimely(action, at: now)
    }

    /// Whether the user can take the action now and it would change something.
    public func offers(_ action: AttendanceAction, at now: Date) -> Bool {
        refusal(of: action, at: now) == nil && expected(after: action, at: now) != attendance
            && (action != .reconfirm || plan.asksToReconfirm)
    }

    /// Returns the user's state after an action as far as the client can predict it, or `nil` if the action is not
    /// possible.
    ///
    /// - Parameters:
    ///   - action: The action to take.
    ///   - now: The current time.
    ///   - companions: The number of companions.
    public func expected(after action: AttendanceAction, at now: Date, companions: Int = 0) -> AttendanceState? {
        try? attendance.after(action, given: conditions(at: now, companions: companions))  // `nil` if not possible
    }

    /// Returns the conditions for the transition table, computed from the counts in this value.
    ///
    /// Only the server knows for certain whether there is room.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - companions: The number of companions. Only 0 to 1,000 count.
    public func conditions(at now: Date, companions: Int = 0) -> AttendanceConditions {
        let (places, overflow) = goingCount.addingReportingOverflow(1 + max(0, min(companions, 1_000)))
        return AttendanceConditions(
            hasRoom: plan.capacity.map { !overflow && places <= $0 && waitingCount == 0 } ?? true,
            needsApproval: plan.approval != .automatic, isLate: now >= MeetupTimes(of: plan).lateFrom)
    }

    /// Whether the meetup is scheduled and has not ended.
    public func isOn(at now: Date) -> Bool { status == .scheduled && now < plan.span.end }

    /// The instants at which the available actions of a guest or of the host change.
    var actionChanges: [Date] {
        let times = MeetupTimes(of: plan)
        let instants: [Date?] = [
            times.lastJoin, times.lateFrom, times.reconfirm.lowerBound, times.reconfirm.upperBound,
            times.checkIn.lowerBound, times.checkIn.upperBound, plan.span.start, plan.span.end, offerExpiresAt,
        ]
        return instants.compactMap(\.self)
    }

    private func untimely(_ action: AttendanceAction, at now: Date) -> MeetupRefusal? {
        let times = MeetupTimes(of: plan)
        guard status != .cancelled else { return .over }
        switch action {
        case .join: return within(nil, times.lastJoin, at: now)
        case .leave: return now < plan.span.end ? nil : .over
        case .takeOffer: return within(nil, min(offerExpiresAt ?? plan.span.start, plan.span.start), at: now)
        case .reconfirm: return within(times.reconfirm.lowerBound, times.reconfirm.upperBound, at: now)
        case .checkIn: return within(times.checkIn.lowerBound, times.checkIn.upperBound, at: now)
        default: return nil
        }
    }

    private func within(_ from: Date?, _ until: Date, at now: Date) -> MeetupRefusal? {
        if now >= plan.span.end, until <= plan.span.end { return .over }
        return (from.map { now >= $0 } ?? true) && now < until ? nil : .notInTime(from: from, until: until)
    }
}

extension MeetupListing {
    /// Whether the user may edit or cancel the meetup now.
    public func canHost(at now: Date) -> Bool { meetup.attendance == .host && meetup.isOn(at: now) }
}
