import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore

/// Runs the fan-out of a meetup: notifies its people, and offers free places to the people on the wait list. One
/// transaction processes a bounded number of people; see ``MeetupFanOutJob``.
struct AttendeeNotifier: Sendable {
    /// The maximum number of people that one transaction processes.
    static let batch = 100

    let context: BackendContext

    /// Runs the next step of a job.
    ///
    /// - Returns: Whether work is left.
    func perform(_ job: MeetupFanOutJob, in transaction: LogTransaction) throws -> Bool {
        guard let meetup = try MeetupRecord.of(job.meetupID, in: transaction) else {
            return try end(job, transaction)
        }
        transaction.attribute(to: job.actor)
        if job.content == .cancelled, job.cursor == 0, meetup.isObserved {
            try transaction.notifyObservers(of: .meetupCancelled(meetup.id))
        }
        if job.content == .places {
            _ = try end(job, transaction)
            var ledger = AttendanceLedger(of: meetup, context, in: transaction)
            try ledger.promoteFromWaitlist()
            try ledger.commit()
            return false  // `promoteFromWaitlist` stores a new job if places are still free
        }
        let guests = try GuestRecord.list(at: meetup.id, after: job.cursor, limit: Self.batch, in: transaction)
        try notify(guests, of: job, at: meetup, in: transaction)
        guard guests.count == Self.batch, let last = guests.last else { return try end(job, transaction) }
        var rest = job
        rest.cursor = last.number
        try transaction.put(rest)
        return true
    }

    private func end(_ job: MeetupFanOutJob, _ transaction: LogTransaction) throws -> Bool {
        try transaction.delete(MeetupFanOutJob.self, job.key)
        return false
    }

    private func notify(
        _ guests: [GuestRecord], of job: MeetupFanOutJob, at meetup: MeetupRecord,
        in transaction: LogTransaction
    ) throws {
        let others = guests.filter { $0.userID != job.actor }
        switch job.content {
        case .changed(let isTime, let isForAttendeesOnly):
            try notifyChange(guests, isTime: isTime, isForAttendeesOnly: isForAttendeesOnly, meetup, transaction)
        case .cancelled: try notifyEnd(guests, meetup, transaction)
        case .posted(let id): try notifyPost(id, of: job, to: others, at: meetup, isNew: true, transaction)
        case .postChanged(let id): try notifyPost(id, of: job, to: others, at: meetup, isNew: false, transaction)
        case .places: return
        }
    }

    /// Notifies guests of a changed plan. A new time resets `reconfirmed` to `going`, because the guest has confirmed
    /// the old time.
    private func notifyChange(
        _ guests: [GuestRecord], isTime: Bool, isForAttendeesOnly: Bool, _ meetup: MeetupRecord,
        _ transaction: LogTransaction
    ) throws {
        let ledger = AttendanceLedger(of: meetup, context, in: transaction)
        let host = try transaction.get(AccountRecord.self, meetup.hostID.rawValue)
        for before in guests {
            var guest = before
            if isTime { guest.followTime(of: meetup) } else { guest.follow(meetup) }
            if guest != before { try transaction.put(guest) }
            let state = guest.state(at: meetup, now: transaction.now)
            guard guest.userID != meetup.hostID, isForAttendeesOnly ? state.isAttending : state.isConcerned,
                let account = try transaction.get(AccountRecord.self, guest.userID.rawValue)
            else { continue }
            try ledger.sendMeetup(to: account, guest)
            guard guest.state != before.state else { continue }
            try ledger.sendAttendance(of: guest, account)
            if let host { try ledger.notify(host, of: AttendanceLedger.Change(before: before.state, guest: guest)) }
        }
    }

    /// Notifies guests of a cancellation. Open requests, invitations, offers and waits lapse. Attendees keep their
    /// state at the cancelled meetup.
    private func notifyEnd(_ guests: [GuestRecord], _ meetup: MeetupRecord, _ transaction: LogTransaction) throws {
        var ledger = AttendanceLedger(of: meetup, context, in: transaction)
        let host = try transaction.get(AccountRecord.self, meetup.hostID.rawValue)
        let isHostHidden = host?.isSuspended ?? false
        for before in guests where before.userID != meetup.hostID && before.state.isConcerned {
            // The meetup of a suspended host is hidden from its guests. They are still notified that it was cancelled.
            if isHostHidden {
                try transaction.append(
                    .meetupCalledOff, to: before.userID, touches: [.meetups, .myMeetups],
                    data: CancelledMeetup(
                        meetupID: meetup.id, title: meetup.plan.title, start: meetup.plan.span.start))
            }
            let guest = try ledger.updated(before)
            guard guest.state == before.state else { continue }  // otherwise `commit` notifies the guest
            var followed = guest
            followed.follow(meetup)
            try transaction.put(followed)
            guard let account = try transaction.get(AccountRecord.self, guest.userID.rawValue) else { continue }
            try ledger.sendMeetup(to: account, guest)
        }
        try ledger.commit()
    }

    private func notifyPost(
        _ id: PostID, of job: MeetupFanOutJob, to guests: [GuestRecord], at meetup: MeetupRecord, isNew: Bool,
        _ transaction: LogTransaction
    ) throws {
        guard let post = try transaction.get(PostRecord.self, id.rawValue) else { return }
        for guest in guests {
            guard guest.state(at: meetup, now: transaction.now).isAttending,
                let account = try transaction.get(AccountRecord.self, guest.userID.rawValue)
            else { continue }
            let feed = MeetupFeed(of: account, context, in: transaction)
            if isNew {
                try feed.notifyNew(post)
            } else if try job.actor.map(feed.sees) ?? true {
                try feed.notifyChanged(post)
            }
        }
    }
}
