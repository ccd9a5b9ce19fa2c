import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore

extension PersonalDataLocator.Erasure where Record == MeetupRecord {
    /// Deletes a meetup that has never had guests. Cancels any other meetup that has not begun.
    ///
    /// A meetup that has had guests is kept for them. Its host and the texts of the host are removed, except the title.
    static var ofHost: Self {
        perform(writes: 2) { record, erasing in
            guard record.hasHadGuests else { return try erasing.transaction.delete(MeetupRecord.self, record.key) }
            var meetup = record
            if !meetup.isClosed(at: erasing.now), erasing.now < meetup.plan.span.start {
                meetup.cancel(.hostUnavailable, at: erasing.now)
                if meetup.isObserved {
                    try erasing.transaction.notifyObservers(of: .meetupCancelled(meetup.id))
                }
            }
            meetup.loseHost(at: erasing.now)
            try erasing.transaction.put(meetup)
        }
    }
}

extension PersonalDataLocator.Erasure where Record == GuestRecord {
    /// Removes the person from the meetup, if that changes anything, and deletes the record.
    static var ofGuest: Self {
        perform(writes: 90) { guest, erasing in
            let transaction = erasing.transaction
            if guest.hostID != erasing.person, let meetup = try MeetupRecord.of(guest.meetupID, in: transaction) {
                try leave(meetup, erasing)
                try erasing.notify(meetup.hostID)
            }
            try transaction.delete(GuestRecord.self, guest.key)
        }
    }

    private static func leave(_ meetup: MeetupRecord, _ erasing: ErasureContext) throws {
        let transaction = erasing.transaction
        if !meetup.isClosed(at: erasing.now) {
            var ledger = AttendanceLedger(of: meetup, erasing.context, in: transaction)
            try ledger.remove(try ledger.guest(erasing.person))
            try ledger.promoteFromWaitlist()
            try ledger.commit()
        }
        // `remove(_:)` does not remove a guest who has checked in or has attended, so the place is released here.
        guard let guest = try GuestRecord.of(erasing.person, at: meetup.id, in: transaction),
            var meetup = try MeetupRecord.of(meetup.id, in: transaction), meetup.forget(guest)
        else { return }
        try transaction.put(meetup)
    }

    /// Keeps the record of a guest who attended or did not come, and removes the host from it. Deletes other records,
    /// such as open requests and invitations. Notifies the guests.
    static var ofHost: Self {
        perform(writes: 9) { record, erasing in
            let transaction = erasing.transaction
            guard record.userID != erasing.person,
                var meetup = try MeetupRecord.of(record.meetupID, in: transaction)
            else { return try transaction.delete(GuestRecord.self, record.key) }
            let state = record.state(at: meetup, now: erasing.now)
            var guest = record
            if state.isAttending || state == .noShow {
                guest.loseHost(of: meetup)
                try transaction.put(guest)
            } else {
                try transaction.delete(GuestRecord.self, record.key)
                if meetup.forget(record) { try transaction.put(meetup) }
            }
            try erasing.notify(record.userID)
            guard state.isAttending,
                let account = try transaction.get(AccountRecord.self, record.userID.rawValue)
            else { return }
            try AttendanceLedger(of: meetup, erasing.context, in: transaction).sendMeetup(to: account, guest)
        }
    }
}

extension PersonalDataLocator.Erasure where Record == PostRecord {
    /// Deletes a post or comment. Decrements the number of comments of the post that a comment belongs to. Comments on
    /// a deleted post are not shown.
    static var ofAuthor: Self {
        perform(writes: 3) { post, erasing in
            try erasing.transaction.delete(PostRecord.self, post.key)
            guard let id = post.parentID, !post.isDeleted,
                var parent = try erasing.transaction.get(PostRecord.self, id.rawValue)
            else { return }
            try parent.addComments(-1, by: post.authorID, in: erasing.transaction)
        }
    }
}

extension PersonalDataLocator.Erasure where Record == LikeRecord {
    /// Deletes a like, and subtracts it from the count of the post.
    static var ofPerson: Self {
        perform(writes: 2) { like, erasing in
            try erasing.transaction.delete(LikeRecord.self, like.key)
            guard var post = try erasing.transaction.get(PostRecord.self, like.postID.rawValue) else { return }
            post.likeCount = max(0, post.likeCount - 1)
            try erasing.transaction.put(post)
        }
    }
}

extension PersonalDataLocator.Erasure where Record == JoinRequestRecord {
    /// Deletes the request, and notifies the other person that the account was erased.
    static var ofEither: Self {
        perform(writes: 4) { record, erasing in
            try erasing.transaction.delete(JoinRequestRecord.self, record.key)
            for id in [record.hostID, record.request.requesterID] { try erasing.notify(id) }
        }
    }
}

extension PersonalDataLocator.Erasure where Record == InvitationRecord {
    /// Deletes the invitation, and notifies the other person that the account was erased.
    static var ofEither: Self {
        perform(writes: 4) { record, erasing in
            try erasing.transaction.delete(InvitationRecord.self, record.key)
            for id in [record.invitation.inviterID, record.invitation.inviteeID] { try erasing.notify(id) }
        }
    }
}
