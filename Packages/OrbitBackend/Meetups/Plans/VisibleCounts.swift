import Meetups
import OrbitModels

/// The counts of meetups and posts as one viewer may know them: without people whom a block hides from the viewer. Else the
/// difference between a count and a list, or between two looks, would reveal where a hidden person goes.
///
/// A meetup without a free place stays full to a person who might join, as joining it says so anyway. See
/// `Docs/decisions/0035-counts-leave-out-hidden-people.md`.
struct VisibleCounts {
    /// The most queries of one store call.
    private static let maxQueries = 1_000

    private let hidden: [UserID]
    private let reader: any StoreReader

    /// Takes one store call, and each function below at most three more for all elements together. Without a block
    /// the functions take no call. Comments take one more call for each further 1,000 pairs of a post and a hidden guest.
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

    /// The posts, each without likes and comments of hidden people.
    ///
    /// - Parameter posts: of one meetup, and no more than a page has: each hidden guest is looked up for each post.
    func of(_ posts: [MeetupPost]) throws -> [MeetupPost] {
        guard let meetup = posts.first(where: { $0.likeCount > 0 || $0.commentCount > 0 })?.meetupID else {
            return posts
        }
        // Only people with a part in the meetup, now or before, like and comment.
        let people = try guests(at: [meetup])[meetup]?.map(\.userID) ?? []
        guard !people.isEmpty else { return posts }
        let liked = try likes(of: people, on: posts.filter { $0.likeCount > 0 }.map(\.id))
        let commented = try comments(of: people, on: posts.filter { $0.commentCount > 0 }.map(\.id))
        return posts.map { post in
            var shown = post
            shown.likeCount = max(0, post.likeCount - liked[post.id, default: 0])
            shown.commentCount = max(0, post.commentCount - commented[post.id, default: 0])
            return shown
        }
    }

    /// How many of the people like each of the posts.
    private func likes(of people: [UserID], on posts: [PostID]) throws -> [PostID: Int] {
        guard !posts.isEmpty else { return [:] }
        let keys = posts.flatMap { post in people.map { LikeRecord.key(post, $0) } }
        let found = try reader.get(LikeRecord.self, all: keys)
        return Dictionary(found.values.map { ($0.postID, 1) }, uniquingKeysWith: +)
    }

    /// How many comments the people have written on each of the posts. Comments of other people are not read, however
    /// many there are.
    private func comments(of people: [UserID], on posts: [PostID]) throws -> [PostID: Int] {
        let pairs = posts.flatMap { post in people.map { (post: post, person: $0) } }
        var counts: [PostID: Int] = [:]
        for start in stride(from: 0, to: pairs.count, by: Self.maxQueries) {
            let batch = pairs[start..<min(start + Self.maxQueries, pairs.count)]
            let found = try reader.list(
                PostRecord.self, all: batch.map { PostRecord.comments(on: $0.post, by: $0.person) })
            for (pair, comments) in zip(batch, found) { counts[pair.post, default: 0] += comments.count }
        }
        return counts
    }

    /// The parts of hidden people in some meetups.
    private func guests(at meetups: [MeetupID]) throws -> [MeetupID: [GuestRecord]] {
        guard !hidden.isEmpty, !meetups.isEmpty else { return [:] }
        let keys = meetups.flatMap { meetup in hidden.map { GuestRecord.key(meetup, $0) } }
        return Dictionary(grouping: try reader.get(GuestRecord.self, all: keys).values, by: \.meetupID)
    }
}
