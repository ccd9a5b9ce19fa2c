import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore
import Trust

extension GuestRecord {
    /// Whether the record has an outcome that is not counted yet, or may get an outcome.
    var mayCount: Bool { !isCounted && (state.isAttending || state == .noShow || lateCancelledAt != nil) }

    /// The host of the meetup; `nil` if the record is the host's own.
    var otherHost: UserID? { userID == hostID ? nil : hostID }

    /// Whether the person agreed to come after the last change of time and place.
    func hasAgreed(to meetup: MeetupRecord) -> Bool { agreedAt.map { $0 >= meetup.arrangedAt } ?? false }

    /// Returns the outcome after check-in has closed; `nil` before, or if the attendance does not count.
    ///
    /// A host alone cannot harm the reputation of a guest. A guest is a no-show only if another guest has checked in,
    /// and only at the time and place that the guest has agreed to.
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

extension AttendanceStatisticsRecord {
    /// Counts the outcomes of meetups that have ended and that no request has counted yet. Takes two store calls.
    mutating func catchUp(_ person: UserID, in reader: any StoreReader, now: Date) throws {
        let parts = try GuestRecord.uncounted(of: person, in: reader, now: now)
        let meetups = try reader.get(MeetupRecord.self, all: parts.map(\.meetupID.rawValue))
        for part in parts {
            guard let meetup = meetups[part.meetupID.rawValue], let outcome = part.outcome(at: meetup, now: now) else {
                continue
            }
            count(outcome, with: part.otherHost, at: part.span.end)
        }
    }

    /// Counts open outcomes, and returns how far the person is trusted. Takes three store calls.
    mutating func catchUpStanding(
        of account: AccountRecord, in reader: any StoreReader, now: Date
    ) throws -> TrustStanding {
        try catchUp(account.id, in: reader, now: now)
        return try standing(of: account, in: reader, now: now)
    }
}
