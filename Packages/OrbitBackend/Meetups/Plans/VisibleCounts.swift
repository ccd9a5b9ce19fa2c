import Foundation
import Meetups
import OrbitModels
import OrbitStore

/// The counts of meetups and posts as one viewer may know them: without people whom a block hides from the viewer. Else the
/// difference between a count and a list, or between two looks, would reveal where a hidden person goes.
///
/// To a viewer with more than 100 hidden people, counts are of the host and the viewer's own party. Nothing that other
/// people do changes them. A host sees all guests of an own meetup before its start, as a block ends parts until then.
///
/// A meetup without a free place stays full to a person who might join, as joining it says so anyway. See
/// `Docs/decisions/0035-counts-leave-out-hidden-people.md`.
struct VisibleCounts {
    /// The most hidden guests of a meetup whose likes and comments are looked up.
    private static let mostHiddenGuests = 20

    private let viewer: UserID
    private let now: Date
    /// The people whose parts are looked up: the hidden people, or the viewer if only the viewer's own part counts.
    private let people: [UserID]
    private let isOnlyOwnCounted: Bool
    private let reader: any StoreReader

    /// Takes one store call, and each function below at most three more for all elements together. Without a block
    /// the functions take no call. They make no index query: parts, likes and numbers of comments are read by key.
    init(for viewer: UserID, at now: Date, in reader: any StoreReader) throws {
        let hidden = try HiddenPeople(from: viewer, in: reader).ids
        people = hidden ?? [viewer]
        isOnlyOwnCounted = hidden == nil
        (self.viewer, self.now, self.reader) = (viewer, now, reader)
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
            guard isOnlyOwnCounted || guests[meetup.id] != nil else { return meetup }
            if isOnlyOwnCounted, meetup.hostID == viewer, now < meetup.plan.span.start { return meetup }
            let parts = (guests[meetup.id] ?? []).map { $0.settled(at: meetup, now: now) }
            var shown = meetup
            let isFull = meetup.plan.capacity.map { $0 <= meetup.goingCount } ?? false
            if !isFull || meetup.standing.isAttending {
                let host = [viewer, FormerHost.id].contains(meetup.hostID) ? 0 : 1
                shown.goingCount = max(
                    1, visible(of: meetup.goingCount, parts.map(\.places).reduce(0, +), beside: host))
            }
            shown.waitingCount = visible(of: meetup.waitingCount, parts.count { $0.state == .waiting })
            return shown
        }
    }

    /// The share of a count that the viewer may know.
    ///
    /// - Parameters:
    ///   - number: the share of the people who are looked up.
    ///   - known: the share of a person who is never hidden.
    private func visible(of count: Int, _ number: Int, beside known: Int = 0) -> Int {
        Self.visible(of: count, number, beside: known, isOnlyOwn: isOnlyOwnCounted)
    }

    private static func visible(of count: Int, _ number: Int, beside known: Int = 0, isOnlyOwn: Bool) -> Int {
        isOnlyOwn ? known + number : max(0, count - number)
    }

    /// The posts, each without likes and comments of hidden people. At a meetup with more than 20 hidden guests, each
    /// with those of the viewer alone.
    ///
    /// - Parameter posts: of one meetup, and no more than a page has. Each hidden guest takes at most two keys for each
    ///   post, whatever the number of comments: at most 4,000 for 100 posts.
    func of(_ posts: [MeetupPost]) throws -> [MeetupPost] {
        guard let meetup = posts.first(where: { $0.likeCount > 0 || $0.commentCount > 0 })?.meetupID else {
            return posts
        }
        // Only people with a part in the meetup, now or before, like and comment.
        var people = try isOnlyOwnCounted ? self.people : guests(at: [meetup])[meetup]?.map(\.userID) ?? []
        guard !people.isEmpty else { return posts }
        let isOnlyOwn = isOnlyOwnCounted || people.count > Self.mostHiddenGuests
        if isOnlyOwn { people = [viewer] }
        let liked = try likes(of: people, on: posts.filter { $0.likeCount > 0 }.map(\.id))
        let commented = try comments(of: people, on: posts.filter { $0.commentCount > 0 }.map(\.id))
        return posts.map { post in
            var shown = post
            shown.likeCount = Self.visible(of: post.likeCount, liked[post.id, default: 0], isOnlyOwn: isOnlyOwn)
            shown.commentCount = Self.visible(
                of: post.commentCount, commented[post.id, default: 0], isOnlyOwn: isOnlyOwn)
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

    /// The number of comments by the people on each of the posts. No comment is read.
    private func comments(of people: [UserID], on posts: [PostID]) throws -> [PostID: Int] {
        guard !posts.isEmpty else { return [:] }
        let keys = posts.flatMap { post in people.map { CommentCountRecord.key(post, $0) } }
        let found = try reader.get(CommentCountRecord.self, all: keys)
        return Dictionary(found.values.map { ($0.postID, $0.count) }, uniquingKeysWith: +)
    }

    /// The parts in some meetups of the people who are looked up.
    private func guests(at meetups: [MeetupID]) throws -> [MeetupID: [GuestRecord]] {
        guard !people.isEmpty, !meetups.isEmpty else { return [:] }
        let keys = meetups.flatMap { meetup in people.map { GuestRecord.key(meetup, $0) } }
        return Dictionary(grouping: try reader.get(GuestRecord.self, all: keys).values, by: \.meetupID)
    }
}
