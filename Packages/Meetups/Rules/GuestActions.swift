public import Foundation
public import OrbitModels

/// What a guest may do with a meetup: the table of ``AttendanceState/after(_:given:)``, in the times of ``MeetupTimes``.
/// The server goes by the same before it counts places.
///
/// ```swift
/// let canJoin = meetup.refusal(of: .join, at: now) == nil
/// ```
extension Meetup {
    /// Why the user cannot do this now; `nil` if they can, even if it has no effect any more.
    ///
    /// - Parameter action: one of a guest's.
    public func refusal(of action: AttendanceAction, at now: Date) -> MeetupRefusal? {
        guard action.party == .guest else { return .hostOnly }
        do {
            _ = try standing.after(action, given: conditions(at: now))
        } catch {
            return switch error {
            case .isHost: .isHost
            case .state(let state): .standing(state)
            }
        }
        return untimely(action, at: now)
    }

    /// Whether the user can do this now, and it would change something.
    public func offers(_ action: AttendanceAction, at now: Date) -> Bool {
        refusal(of: action, at: now) == nil && expected(after: action, at: now) != standing
            && (action != .reconfirm || plan.asksToReconfirm)
    }

    /// What the user would be to the meetup afterwards, as far as this side can tell; `nil` if it cannot be done.
    ///
    /// - Parameter companions: how many come along.
    public func expected(after action: AttendanceAction, at now: Date, companions: Int = 0) -> AttendanceState? {
        // Whatever the table refuses leads nowhere.
        try? standing.after(action, given: conditions(at: now, companions: companions))  // nil: cannot be done
    }

    /// What the table needs to know, as far as the counts tell: whether there is room, only the server knows.
    public func conditions(at now: Date, companions: Int = 0) -> AttendanceConditions {
        let (places, overflow) = goingCount.addingReportingOverflow(1 + max(0, min(companions, 1_000)))
        return AttendanceConditions(
            hasRoom: plan.capacity.map { !overflow && places <= $0 && waitingCount == 0 } ?? true,
            needsApproval: plan.approval != .automatic, isLate: now >= MeetupTimes(of: plan).lateFrom)
    }

    /// Whether it takes place and is not over.
    public func isOn(at now: Date) -> Bool { status == .scheduled && now < plan.span.end }

    /// The instants at which time changes the actions of a guest or of the host.
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
    public func canHost(at now: Date) -> Bool { meetup.standing == .host && meetup.isOn(at: now) }
}
