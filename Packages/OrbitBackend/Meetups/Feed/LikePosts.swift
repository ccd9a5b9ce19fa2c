import BackendRuntime
import Meetups
import Networking
import OrbitModels
import OrbitStore

/// `PUT` and `DELETE /meetups/posts/{post_id}/like`. Only the author of the post and the caller receive an event.
struct LikePosts: Operations {
    static let liking = RateLimit(name: "meetup-likes", tiers: [.init(count: 120, window: 3_600)])

    let context: BackendContext

    var handlers: [RouteHandler] {
        [handler(MeetupFeedRoutes.like, isLiked: true), handler(MeetupFeedRoutes.unlike, isLiked: false)]
    }

    private func handler(_ route: Route, isLiked: Bool) -> RouteHandler {
        context.signedInOnce(route, .none) { transaction, call, caller, _ in
            let found = try FoundPost(call, by: caller.account, context, in: transaction)
            let key = LikeRecord.key(found.post.id, caller.userID)
            let feed = MeetupFeed(of: caller.account, context, in: transaction)
            var post = found.post
            if try (transaction.get(LikeRecord.self, key) != nil) != isLiked {
                try limit(caller.userID, in: transaction)
                post.likeCount = max(0, post.likeCount + (isLiked ? 1 : -1))
                try transaction.put(post)
                if isLiked {
                    try transaction.put(
                        LikeRecord(postID: post.id, userID: caller.userID, expiresAt: post.expiresAt))
                } else {
                    try transaction.delete(LikeRecord.self, key)
                }
                try feed.notifyChanged(post)
                if post.authorID != caller.userID,
                    let author = try transaction.get(AccountRecord.self, post.authorID.rawValue)
                {
                    try MeetupFeed(of: author, context, in: transaction).notifyChanged(post)
                }
            }
            return .success(
                Keyed(try feed.post(post)), about: [post.authorID == caller.userID ? nil : post.authorID])
        }
    }

    private func limit(_ person: UserID, in transaction: LogTransaction) throws {
        try Self.liking.admit(
            person.rawValue, in: transaction, now: transaction.now,
            message: "You have liked many posts lately. Try again later.")
    }
}
