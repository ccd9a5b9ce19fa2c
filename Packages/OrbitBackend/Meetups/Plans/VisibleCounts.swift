import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore

/// The counts that meetups and posts show to a viewer. They exclude people that a block hides from the viewer.
/// Otherwise a count that differs from a list, or from an earlier count, would reveal the meetups of a hidden person.
///
/// The number of a viewer's blocks decides how many people are looked up, separately for each direction; see
/// ``HiddenPeople``. The number of looked-up people does not depend on the meetup, so it does not reveal whether a
/// hidden person attends.
///
/// - With more than 100 blocks in one direction, the numbers of places and of waiting people include only the host and
///   the viewer's own party.
/// - With more than 20 blocks in one direction, the numbers of likes and comments include only the viewer's own, at all
///   meetups.
///
/// Actions of other people do not change such a count.
///
/// Until check-in begins, a host with more than 100 blocks still sees counts of all guests at their own meetups. Until
/// then, a block removes the blocked guest from the meetup, so no hidden guest is counted. The exception is a guest who
/// checked in before the host moved the meetup.
///
/// A meetup without a free place is shown as full to a person who might join, even if hidden people have places. An
/// attempt to join would reveal the difference. See `Docs/decisions/0035-counts-leave-out-hidden-people.md`.
struct VisibleCounts {
    /// The maximum number of blocks in one direction with which other people's likes and comments are counted.
    private static let maxBlocksForPosts = 20

    /// The people to look up, and the rule by which their part of a count is subtracted or shown alone.
    private struct CountAdjustment {
        let people: [UserID]
        /// Whether a count contains only these people. Otherwise a count excludes them.
        let isOnlyCounted: Bool

        /// Creates a rule.
        ///
        /// - Parameters:
        ///   - viewer: The viewer.
        ///   - hidden: The people that counts exclude; `nil` if counts contain only the viewer.
        init(of viewer: UserID, hidden: [UserID]?) {
            people = hidden ?? [viewer]
            isOnlyCounted = hidden == nil
        }

        /// Returns the part of a count that the viewer may know.
        ///
        /// - Parameters:
        ///   - count: The count of all people.
        ///   - share: The part of the count that the looked-up people have.
        ///   - known: The part of a person who is never hidden, such as the host.
        func visible(of count: Int, _ share: Int, beside known: Int = 0) -> Int {
            isOnlyCounted ? known + share : max(0, count - share)
        }
    }

    private let viewer: UserID
    private let now: Date
    private let atMeetups: CountAdjustment
    private let onPosts: CountAdjustment
    private let reader: any StoreReader

    /// Reads the viewer's blocks, in one store call of two index queries.
    ///
    /// Each function below takes at most three more calls for all elements together, and no call without a block. The
    /// functions read attendance, likes and numbers of comments by key. For a meetup they read at most 200 keys. They
    /// make an index query only for a post of an earlier version, and at most one query for each.
    ///
    /// - Parameters:
    ///   - viewer: The viewer.
    ///   - now: The current time.
    ///   - hidden: The people hidden from the viewer, if they have been read before.
    ///   - reader: A snapshot of the store.
    init(for viewer: UserID, at now: Date, hidden: HiddenPeople? = nil, in reader: any StoreReader) throws {
        let hidden = try hidden ?? HiddenPeople(from: viewer, in: reader)
        atMeetups = CountAdjustment(of: viewer, hidden: hidden.ids(upTo: HiddenPeople.maxBlocks))
        onPosts = CountAdjustment(of: viewer, hidden: hidden.ids(upTo: Self.maxBlocksForPosts))
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
            let parts = (guests[meetup.id] ?? []).map { $0.updated(at: meetup, now: now) }
            var shown = meetup
            let isFull = meetup.plan.capacity.map { $0 <= meetup.goingCount } ?? false
            if !isFull || meetup.attendance.isAttending {
                let host = [viewer, FormerHost.id].contains(meetup.hostID) ? 0 : 1
                let places = parts.map(\.places).reduce(0, +)
                shown.goingCount = max(1, atMeetups.visible(of: meetup.goingCount, places, beside: host))
            }
            shown.waitingCount = atMeetups.visible(of: meetup.waitingCount, parts.count { $0.state == .waiting })
            return shown
        }
    }

    /// Returns the viewer's own meetups whose check-in has not begun, and at which no guest has checked in. From these
    /// meetups, a block removes the blocked guest.
    ///
    /// A block does not remove a guest who has checked in. A guest may have checked in before the host moved the meetup
    /// to a later time.
    private func withoutArrivals(_ meetups: [Meetup]) throws -> Set<MeetupID> {
        let own = meetups.filter { $0.hostID == viewer && now < MeetupTimes(of: $0.plan).checkIn.lowerBound }
        guard !own.isEmpty else { return [] }
        let records = try reader.get(MeetupRecord.self, all: own.map(\.id.rawValue))
        return Set(own.map(\.id).filter { records[$0.rawValue]?.arrived == 0 })
    }

    /// Returns the posts, each without likes and comments of hidden people.
    ///
    /// Each of at most 40 hidden people takes at most two keys for each post: at most 8,000 for 100 posts. The number
    /// of comments has no effect. Attendance records are not read, so the cost does not depend on them.
    ///
    /// - Parameters:
    ///   - posts: At most as many posts as a page has.
    ///   - uncounted: The posts among them whose comments no ``CommentCountRecord`` counts; see
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

    /// Returns the number of the given people who like each post.
    private func likes(of people: [UserID], on posts: [PostID]) throws -> [PostID: Int] {
        guard !posts.isEmpty else { return [:] }
        let keys = posts.flatMap { post in people.map { LikeRecord.key(post, $0) } }
        let found = try reader.get(LikeRecord.self, all: keys)
        return Dictionary(found.values.map { ($0.postID, 1) }, uniquingKeysWith: +)
    }

    /// Returns the number of comments by the given people on each post. No comment is read.
    private func comments(of people: [UserID], on posts: [PostID]) throws -> [PostID: Int] {
        guard !posts.isEmpty else { return [:] }
        let keys = posts.flatMap { post in people.map { CommentCountRecord.key(post, $0) } }
        let found = try reader.get(CommentCountRecord.self, all: keys)
        return Dictionary(found.values.map { ($0.postID, $0.count) }, uniquingKeysWith: +)
    }

    /// Returns the number of comments by the given people on each post of an earlier version, from one store call that
    /// lists them.
    ///
    /// A post with too many comments to list shows 0 to a viewer with a block. If counts contain only the viewer, the
    /// post shows how many of the listed comments, the first of the index, are the viewer's own.
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

    /// Returns the attendance records of the given people at the given meetups.
    private func guests(among people: [UserID], at meetups: [MeetupID]) throws -> [MeetupID: [GuestRecord]] {
        guard !people.isEmpty, !meetups.isEmpty else { return [:] }
        let keys = meetups.flatMap { meetup in people.map { GuestRecord.key(meetup, $0) } }
        return Dictionary(grouping: try reader.get(GuestRecord.self, all: keys).values, by: \.meetupID)
    }
}
