import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore
import Trust

extension GuestRecord {
    /// Whether there is an outcome that is still to be counted, or may come to one.
    var mayCount: Bool { !isCounted && (state.isAttending || state == .noShow || lateCancelledAt != nil) }

    /// The host, if the part is not theirs.
    var otherHost: UserID? { userID == hostID ? nil : hostID }

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

extension AttendanceRecord {
    /// Counts what time has brought about since, without a request that has written it down. Two calls of the store.
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

    /// Catches up with the person's meetups, and returns how far the person is trusted. Three calls of the store.
    mutating func catchUpStanding(
        of account: AccountRecord, in reader: any StoreReader, now: Date
    ) throws -> TrustStanding {
        try catchUp(account.id, in: reader, now: now)
        return try standing(of: account, in: reader, now: now)
    }
}
