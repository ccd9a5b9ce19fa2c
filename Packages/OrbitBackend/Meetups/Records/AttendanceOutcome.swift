import BackendRuntime
import Foundation
import Meetups
import OrbitModels

/// What came of a person's part in a meetup.
enum AttendanceOutcome: String, Codable, CaseIterable {
    /// Has checked in.
    case kept
    /// Has checked in more than ``grace`` after the start.
    case late
    /// Has cancelled late, as a guest or as the host of a meetup that others had a place at.
    case cancelledLate
    /// Did not come to a meetup that took place.
    case noShow
    /// Has hosted a meetup that a guest came to.
    case hosted

    /// How long after the start a check-in is not late: phones come out once people have sat down.
    static let grace: TimeInterval = 15 * 60
}

extension GuestRecord {
    /// Whether there is an outcome that is still to be counted, or may come to one.
    var mayCount: Bool { !isCounted && (state.isAttending || state == .noShow || lateCancelledAt != nil) }

    /// Whether the time and the place are still what the person has agreed to.
    func hasAgreed(to meetup: MeetupRecord) -> Bool { agreedAt.map { $0 >= meetup.arrangedAt } ?? false }

    /// What came of it, once people can no longer check in; `nil` if it counts for nothing.
    ///
    /// A host alone can make no guest look bad: a guest is a no-show only where another guest has checked in, and only
    /// by the time and place that they have agreed to themselves.
    func outcome(at meetup: MeetupRecord, now: Date) -> AttendanceOutcome? {
        guard now >= meetup.times.checkIn.upperBound else { return nil }
        if meetup.isCancelled {
            let isLate = meetup.cancelledAt.map { $0 >= meetup.times.lateFrom } ?? false
            return state == .host && isLate && meetup.taken(at: now) > 1 ? .cancelledLate : nil
        }
        let (start, tookPlace) = (meetup.plan.span.start, meetup.arrived > 0)
        switch state(at: meetup, now: now) {
        case .host: return tookPlace ? .hosted : nil
        case .checkedIn:
            return since > start.addingTimeInterval(AttendanceOutcome.grace) && hasAgreed(to: meetup) ? .late : .kept
        case .noShow where tookPlace && hasAgreed(to: meetup): return .noShow
        default:
            guard let lateCancelledAt else { return nil }
            return lateCancelledAt >= start && tookPlace ? .noShow : .cancelledLate
        }
    }
}
