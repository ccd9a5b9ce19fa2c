import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import OrbitStore

/// `GET /meetups/{meetup_id}/posts` and `GET /meetups/posts/{post_id}/comments`: the posts or comments, the latest
/// first. Posts of people hidden from the caller are left out.
struct ReadFeed: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(MeetupFeedRoutes.posts) { reader, call, caller in
                let found = try MeetupAccess(call, by: caller.account, context, in: reader).forAttendees()
                return try page(PostRecord.byMeetup, of: found.meetup.id.rawValue, call, caller, reader)
            },
            context.signedInReading(MeetupFeedRoutes.comments) { reader, call, caller in
                let found = try FoundPost(call, by: caller.account, context, in: reader)
                return try page(PostRecord.byParent, of: found.post.id.rawValue, call, caller, reader)
            },
        ]
    }

    private func page(
        _ index: String, of group: String, _ call: RequestContext, _ caller: Caller, _ reader: any StoreReader
    ) throws -> OperationResult {
        let view = MeetupView(of: caller.account, context, at: call.now)
        let matches = try VisiblePeople.matches(of: caller.userID, in: reader)
        var uncounted: Set<PostID> = []
        let page = try PageReader(call, list: "posts \(group) \(caller.userID)").page(
            of: PostRecord.self, from: [IndexQuery(index, group: group)], in: reader
        ) { (posts: [PostRecord]) -> [FeedItem?] in
            let people = try VisiblePeople(posts.map(\.authorID), for: caller.account, matches: matches, in: reader)
            let likes = try reader.get(LikeRecord.self, all: posts.map { LikeRecord.key($0.id, caller.userID) })
            uncounted.formUnion(posts.filter { !$0.isCountedByAuthor }.map(\.id))
            return posts.map { post in
                let author =
                    post.authorID == caller.userID ? view.oneself : people.person(post.authorID, on: view.day)
                let isLiked = likes[LikeRecord.key(post.id, caller.userID)] != nil
                return author.map { FeedItem(post: post.post(isLiked: isLiked), author: $0) }
            }
        }
        // Visible counts are computed only for the returned posts. The page reader may read many more posts.
        let shown = try VisibleCounts(for: caller.userID, at: call.now, in: reader)
            .of(page.list.elements.map(\.post), uncounted: uncounted)
        let items = zip(page.list.elements, shown).map { FeedItem(post: $1, author: $0.author) }
        return .success(Page(items, nextCursor: page.nextCursor), cache: .revalidated)
    }
}

/// A post that the caller may read, at a meetup that they attend.
struct FoundPost {
    let post: PostRecord
    let meetup: MeetupRecord
    let isHost: Bool

    /// Reads the post in the path of a request.
    ///
    /// - Throws: ``HTTPProblem``. The problem is the same for every reason why the caller does not find the post.
    init(
        _ call: RequestContext, by caller: AccountRecord, _ context: BackendContext, in reader: any StoreReader
    ) throws {
        let view = MeetupView(of: caller, context, at: call.now)
        try caller.requireProfile()
        guard let post = try reader.get(PostRecord.self, call.parameter("post_id")), !post.isDeleted,
            try post.authorID == caller.id || view.person(post.authorID, in: reader) != nil
        else { throw HTTPProblem.notFound }
        if let parent = try post.parentID.flatMap({ try reader.get(PostRecord.self, $0.rawValue) }) {
            guard !parent.isDeleted, try parent.authorID == caller.id || view.person(parent.authorID, in: reader) != nil
            else { throw HTTPProblem.notFound }
        }
        let found = try MeetupAccess(post.meetupID, by: caller, view, in: reader)
        guard found.attendance.isAttending else { throw HTTPProblem.notFound }
        (self.post, meetup, isHost) = (post, found.meetup, found.attendance == .host)
    }
}
