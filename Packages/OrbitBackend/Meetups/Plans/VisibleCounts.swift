import Meetups
import OrbitModels

/// The counts of meetups and posts as one viewer may know them: without people whom a block hides from the viewer. Else the
/// difference between a count and a list, or between two looks, would reveal where a hidden person goes.
///
/// A meetup without a free place stays full to a person who might join, as joining it says so anyway. See
/// `Docs/decisions/0035-counts-leave-out-hidden-people.md`.
struct VisibleCounts {
    private let hidden: [UserID]
    private let reader: any StoreReader

    /// Takes one store call, and each function below at most three more for all elements together; none if no block hides
    /// a person from the viewer.
    init(for viewer: UserID, in reader: any StoreReader) throws {
        hidden = try HiddenPeople(from: viewer, in: reader).ids
        self.reader = reader
    }

    func of(_ listings: [MeetupListing]) throws -> [MeetupListing] {
        let meetups = try of(listings.map(\.meetup))
        return zip(listings, meetups).map { listing, meetup in
            var listing = listing
            listing.meetup = meetup
            return listing
        }
    }

    func of(_ meetups: [Meetup]) throws -> [Meetup] {
        let guests = try guests(at: meetups.filter { $0.goingCount > 1 || $0.waitingCount > 0 }.map(\.id))
        return meetups.map { meetup in
            guard let guests = guests[meetup.id] else { return meetup }
            var shown = meetup
            let isFull = meetup.plan.capacity.map { $0 <= meetup.goingCount } ?? false
            if !isFull || meetup.standing.isAttending {
                shown.goingCount = max(1, meetup.goingCount - guests.map(\.places).reduce(0, +))
            }
            shown.waitingCount = max(0, meetup.waitingCount - guests.count { $0.state == .waiting })
            return shown
        }
    }

    /// Of posts of one meetup, each without likes and comments of hidden people.
    func of(_ posts: [MeetupPost]) throws -> [MeetupPost] {
        let counted = posts.filter { $0.likeCount > 0 || $0.commentCount > 0 }
        guard let meetup = counted.first?.meetupID else { return posts }
        // Only people with a part in the meetup, now or before, like and comment.
        let people = try guests(at: [meetup])[meetup]?.map(\.userID) ?? []
        guard !people.isEmpty else { return posts }
        let pairs = counted.flatMap { post in people.map { (post: post.id, person: $0) } }
        let likes = try reader.get(LikeRecord.self, all: pairs.map { LikeRecord.key($0.post, $0.person) })
        let comments = try reader.list(
            PostRecord.self, all: pairs.map { PostRecord.comments(on: $0.post, by: $0.person) })
        let liked = Dictionary(likes.values.map { ($0.postID, 1) }, uniquingKeysWith: +)
        let commented = Dictionary(zip(pairs.map(\.post), comments.map(\.count)), uniquingKeysWith: +)
        return posts.map { post in
            var shown = post
            shown.likeCount = max(0, post.likeCount - liked[post.id, default: 0])
            shown.commentCount = max(0, post.commentCount - commented[post.id, default: 0])
            return shown
        }
    }

    /// The parts of hidden people in some meetups.
    private func guests(at meetups: [MeetupID]) throws -> [MeetupID: [GuestRecord]] {
        guard !hidden.isEmpty, !meetups.isEmpty else { return [:] }
        let keys = meetups.flatMap { meetup in hidden.map { GuestRecord.key(meetup, $0) } }
        return Dictionary(grouping: try reader.get(GuestRecord.self, all: keys).values, by: \.meetupID)
    }
}
