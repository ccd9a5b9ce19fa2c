import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore

/// The counts of meetups and posts as one viewer may know them: without people whom a block hides from the viewer. Else
/// the difference between a count and a list, or between two looks, would reveal where a hidden person goes.
///
/// The number of a viewer's blocks decides how much is looked up, in each direction by itself; see ``HiddenPeople``. It
/// does not depend on the meetup, so it does not reveal whether a hidden person has a part in it.
///
/// - With more than 100 blocks in one direction, places and waiting people are of the host and the viewer's own party.
/// - With more than 20, likes and comments are the viewer's own, at all meetups.
///
/// Nothing that other people do changes such a count. A host with more than 100 sees all guests of an own meetup until
/// check-in begins, unless a guest checked in before the host moved it. A block ends every other part until then.
///
/// A meetup without a free place stays full to a person who might join, as joining it says so anyway. See
/// `Docs/decisions/0035-counts-leave-out-hidden-people.md`.
struct VisibleCounts {
    /// The most blocks in one direction with which likes and comments of other people are counted.
    private static let maxBlocksForPosts = 20

    /// The people who are looked up, and the effect of their share on a count.
    private struct Share {
        let people: [UserID]
        /// Whether a count is of these people alone. Otherwise a count is without them.
        let isOnlyCounted: Bool

        /// - Parameter hidden: the people whom counts leave out; `nil` if counts are the viewer's own.
        init(of viewer: UserID, hidden: [UserID]?) {
            people = hidden ?? [viewer]
            isOnlyCounted = hidden == nil
        }

        /// Returns the part of a count that the viewer may know.
        ///
        /// - Parameters:
        ///   - count: the count of all people.
        ///   - share: the number of it that the people account for.
        ///   - known: the share of a person who is never hidden.
        func visible(of count: Int, _ share: Int, beside known: Int = 0) -> Int {
            isOnlyCounted ? known + share : max(0, count - share)
        }
    }

    private let viewer: UserID
    private let now: Date
    private let atMeetups: Share
    private let onPosts: Share
    private let reader: any StoreReader

    /// Takes one store call of two index queries, and each function below at most three more calls for all elements
    /// together. Without a block the functions take no call.
    ///
    /// The functions read parts, likes and numbers of comments by key. For a meetup they take at most 200 keys. They
    /// make an index query only for a post of an earlier version, and at most one for each.
    init(for viewer: UserID, at now: Date, in reader: any StoreReader) throws {
        let hidden = try HiddenPeople(from: viewer, in: reader)
        atMeetups = Share(of: viewer, hidden: hidden.ids(upTo: HiddenPeople.maxBlocks))
        onPosts = Share(of: viewer, hidden: hidden.ids(upTo: Self.maxBlocksForPosts))
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
        let counted = meetups.filter { $0.goingCount > 1 || $0.waitingCount > 0 }.map(\.id)
        let guests = try guests(among: atMeetups.people, at: counted)
        let exact = try atMeetups.isOnlyCounted ? withoutArrivals(meetups) : []
        return meetups.map { meetup in
            guard atMeetups.isOnlyCounted || guests[meetup.id] != nil else { return meetup }
            if exact.contains(meetup.id) { return meetup }
            let parts = (guests[meetup.id] ?? []).map { $0.settled(at: meetup, now: now) }
            var shown = meetup
            let isFull = meetup.plan.capacity.map { $0 <= meetup.goingCount } ?? false
            if !isFull || meetup.standing.isAttending {
                let host = [viewer, FormerHost.id].contains(meetup.hostID) ? 0 : 1
                let places = parts.map(\.places).reduce(0, +)
                shown.goingCount = max(1, atMeetups.visible(of: meetup.goingCount, places, beside: host))
            }
            shown.waitingCount = atMeetups.visible(of: meetup.waitingCount, parts.count { $0.state == .waiting })
            return shown
        }
    }

    /// The viewer's own meetups at which no guest has checked in, before their check-in. A block ends every other part.
    ///
    /// A guest may have checked in before the host moved the meetup to a later time.
    private func withoutArrivals(_ meetups: [Meetup]) throws -> Set<MeetupID> {
        let own = meetups.filter { $0.hostID == viewer && now < MeetupTimes(of: $0.plan).checkIn.lowerBound }
        guard !own.isEmpty else { return [] }
        let records = try reader.get(MeetupRecord.self, all: own.map(\.id.rawValue))
        return Set(own.map(\.id).filter { records[$0.rawValue]?.arrived == 0 })
    }

    /// Returns the posts, each without likes and comments of hidden people.
    ///
    /// Each of at most 40 hidden people takes at most two keys for each post, whatever the number of comments: at most
    /// 8,000 for 100 posts. Parts in the meetup are not read, so the cost does not depend on them.
    ///
    /// - Parameters:
    ///   - posts: no more than a page has.
    ///   - uncounted: the posts among them whose comments no ``CommentCountRecord`` counts; see
    ///     ``PostRecord/countsByAuthor``.
    func of(_ posts: [MeetupPost], uncounted: Set<PostID>) throws -> [MeetupPost] {
        let people = onPosts.people
        guard !people.isEmpty else { return posts }
        let liked = try likes(of: people, on: posts.filter { $0.likeCount > 0 }.map(\.id))
        let commented = posts.filter { $0.commentCount > 0 }.map(\.id)
        let counted = try comments(of: people, on: commented.filter { !uncounted.contains($0) })
        let listed = try listedComments(of: people, on: commented.filter(uncounted.contains))
        return posts.map { post in
            var shown = post
            shown.likeCount = onPosts.visible(of: post.likeCount, liked[post.id, default: 0])
            shown.commentCount = onPosts.visible(
                of: post.commentCount, counted[post.id] ?? listed[post.id] ?? 0)
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

    /// The number of comments by the people on each of some posts of earlier versions, which one store call lists.
    ///
    /// A post with too many comments to list shows none to a viewer with a block, or the viewer's own among the first
    /// if counts are of the viewer alone.
    private func listedComments(of people: [UserID], on posts: [PostID]) throws -> [PostID: Int] {
        guard !posts.isEmpty else { return [:] }
        let most = CommentCountRecord.maxListed
        let queries = posts.map { IndexQuery(PostRecord.byParent, group: $0.rawValue, limit: most + 1) }
        let comments = try reader.list(PostRecord.self, all: queries)
        let authors = Set(people)
        return zip(posts, comments).reduce(into: [:]) { counts, found in
            let isListed = onPosts.isOnlyCounted || found.1.count <= most
            let number = found.1.count { authors.contains($0.authorID) }
            counts[found.0] = isListed ? number : Int.max
        }
    }

    /// The parts of some people in some meetups.
    private func guests(among people: [UserID], at meetups: [MeetupID]) throws -> [MeetupID: [GuestRecord]] {
        guard !people.isEmpty, !meetups.isEmpty else { return [:] }
        let keys = meetups.flatMap { meetup in people.map { GuestRecord.key(meetup, $0) } }
        return Dictionary(grouping: try reader.get(GuestRecord.self, all: keys).values, by: \.meetupID)
    }
}
