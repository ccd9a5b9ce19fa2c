import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore

extension PersonalTrace.Erasure where Record == MeetupRecord {
    /// A meetup that has not begun is cancelled. What anyone else ever had a part in stays for them, without its host
    /// and what the host wrote, but for its title.
    static var ofHost: Self {
        perform(writes: 1) { record, erasing in
            guard record.hasHadGuests else { return try erasing.transaction.delete(MeetupRecord.self, record.key) }
            var meetup = record
            if !meetup.isOver(at: erasing.now), erasing.now < meetup.plan.span.start {
                meetup.cancel(.hostUnavailable, at: erasing.now)
            }
            meetup.loseHost(at: erasing.now)
            try erasing.transaction.put(meetup)
        }
    }
}

extension PersonalTrace.Erasure where Record == GuestRecord {
    /// The person leaves the meetup, if that changes anything; their part goes.
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

    private static func leave(_ meetup: MeetupRecord, _ erasing: Erasing) throws {
        let transaction = erasing.transaction
        if !meetup.isOver(at: erasing.now) {
            var book = GuestBook(of: meetup, erasing.context, in: transaction)
            try book.part(try book.guest(erasing.person))
            try book.fill()
            try book.finish()
        }
        // A guest who is there, or was, leaves no state that could end; the place is counted no more.
        guard let guest = try GuestRecord.of(erasing.person, at: meetup.id, in: transaction),
            var meetup = try MeetupRecord.of(meetup.id, in: transaction), meetup.forget(guest)
        else { return }
        try transaction.put(meetup)
    }

    /// Guests keep that they attended; what waited for a reply ends. They are told.
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
            try GuestBook(of: meetup, erasing.context, in: transaction).tellMeetup(to: account, guest)
        }
    }
}

extension PersonalTrace.Erasure where Record == PostRecord {
    /// A post goes, and counts as a comment no more. What others wrote below it is not shown without it.
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

extension PersonalTrace.Erasure where Record == LikeRecord {
    /// A like goes, and is counted no more.
    static var ofPerson: Self {
        perform(writes: 2) { like, erasing in
            try erasing.transaction.delete(LikeRecord.self, like.key)
            guard var post = try erasing.transaction.get(PostRecord.self, like.postID.rawValue) else { return }
            post.likeCount = max(0, post.likeCount - 1)
            try erasing.transaction.put(post)
        }
    }
}

extension PersonalTrace.Erasure where Record == JoinRequestRecord {
    /// It goes, and the other side is told that the person is gone.
    static var ofEither: Self {
        perform(writes: 4) { record, erasing in
            try erasing.transaction.delete(JoinRequestRecord.self, record.key)
            for id in [record.hostID, record.request.requesterID] { try erasing.notify(id) }
        }
    }
}

extension PersonalTrace.Erasure where Record == InvitationRecord {
    /// It goes, and the other side is told that the person is gone.
    static var ofEither: Self {
        perform(writes: 4) { record, erasing in
            try erasing.transaction.delete(InvitationRecord.self, record.key)
            for id in [record.invitation.inviterID, record.invitation.inviteeID] { try erasing.notify(id) }
        }
    }
}
