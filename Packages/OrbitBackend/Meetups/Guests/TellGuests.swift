import Foundation
import Meetups
import OrbitModels

/// Tells the people of a meetup what has happened, a bounded number in each transaction, and does for many what one
/// transaction may not; see ``MeetupNews``.
struct TellGuests: Sendable {
    /// The most people of one transaction.
    static let batch = 100

    let context: Context

    /// What a piece of news counts as beside the people who are told: an edited series is many small ones.
    private static let share = 4

    /// Does the next parts of the oldest news.
    ///
    /// - Returns: whether there was anything to do.
    func doSome(in transaction: LogTransaction) throws -> Bool {
        var left = Self.batch
        while left > 0, let news = try MeetupNews.next(in: transaction) {
            left -= max(Self.share, try perform(news, most: left, in: transaction))
        }
        return left < Self.batch
    }

    /// - Returns: how many people it was about.
    private func perform(_ news: MeetupNews, most: Int, in transaction: LogTransaction) throws -> Int {
        var news = news
        guard let meetup = try MeetupRecord.of(news.meetupID, in: transaction) else {
            try transaction.delete(MeetupNews.self, news.key)
            return 0
        }
        if news.content == .places {
            try transaction.delete(MeetupNews.self, news.key)
            var book = GuestBook(of: meetup, context, in: transaction)
            try book.fill()
            try book.finish()
            return GuestBook.batch
        }
        let guests = try GuestRecord.list(at: meetup.id, after: news.cursor, limit: most, in: transaction)
        try tell(guests, of: news, at: meetup, in: transaction)
        if guests.count == most, let last = guests.last {
            news.cursor = last.number
            try transaction.put(news)
        } else {
            try transaction.delete(MeetupNews.self, news.key)
        }
        return guests.count
    }

    private func tell(
        _ guests: [GuestRecord], of news: MeetupNews, at meetup: MeetupRecord,
        in transaction: LogTransaction
    ) throws {
        let others = guests.filter { $0.userID != news.actor }
        switch news.content {
        case .changed(let isTime, let isForAttendeesOnly):
            try tellChange(guests, isTime: isTime, isForAttendeesOnly: isForAttendeesOnly, meetup, transaction)
        case .cancelled: try tellEnd(guests, meetup, transaction)
        case .posted(let id): try tellPost(id, to: others, at: meetup, isNew: true, transaction)
        case .postChanged(let id): try tellPost(id, to: others, at: meetup, isNew: false, transaction)
        case .places: return
        }
    }

    /// Who has said again that they come has not said so of another time.
    private func tellChange(
        _ guests: [GuestRecord], isTime: Bool, isForAttendeesOnly: Bool, _ meetup: MeetupRecord,
        _ transaction: LogTransaction
    ) throws {
        let book = GuestBook(of: meetup, context, in: transaction)
        let host = try transaction.get(AccountRecord.self, meetup.hostID.rawValue)
        for before in guests {
            var guest = before
            if isTime { guest.followTime(of: meetup) } else { guest.follow(meetup) }
            if guest != before { try transaction.put(guest) }
            let state = guest.state(at: meetup, now: transaction.now)
            guard guest.userID != meetup.hostID, isForAttendeesOnly ? state.isAttending : state.isConcerned,
                let account = try transaction.get(AccountRecord.self, guest.userID.rawValue)
            else { continue }
            try book.tellMeetup(to: account, guest)
            guard guest.state != before.state else { continue }
            try book.tellAttendance(of: guest, account)
            if let host { try book.tell(host, of: GuestBook.Change(before: before.state, guest: guest)) }
        }
    }

    /// What waits for a reply lapses; who attends keeps that, at a meetup that does not take place.
    private func tellEnd(_ guests: [GuestRecord], _ meetup: MeetupRecord, _ transaction: LogTransaction) throws {
        var book = GuestBook(of: meetup, context, in: transaction)
        for before in guests where before.userID != meetup.hostID && before.state.isConcerned {
            let guest = try book.settled(before)
            guard guest.state == before.state else { continue }  // others are told of their own part
            var followed = guest
            followed.follow(meetup)
            try transaction.put(followed)
            guard let account = try transaction.get(AccountRecord.self, guest.userID.rawValue) else { continue }
            try book.tellMeetup(to: account, guest)
        }
        try book.finish()
    }

    private func tellPost(
        _ id: PostID, to guests: [GuestRecord], at meetup: MeetupRecord, isNew: Bool, _ transaction: LogTransaction
    ) throws {
        guard let post = try transaction.get(PostRecord.self, id.rawValue) else { return }
        for guest in guests {
            guard guest.state(at: meetup, now: transaction.now).isAttending,
                let account = try transaction.get(AccountRecord.self, guest.userID.rawValue)
            else { continue }
            let feed = MeetupFeed(of: account, context, in: transaction)
            if isNew { try feed.tellNew(post) } else { try feed.tellChanged(post) }
        }
    }
}
