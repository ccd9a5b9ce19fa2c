import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import OrbitStore
import Validation

/// `POST /meetups/{meetup_id}/posts`, `POST /meetups/posts/{post_id}/comments` and `DELETE /meetups/posts/{post_id}`.
struct WritePosts: Operations {
    static let writing = RateLimit(
        name: "meetup-posts", tiers: [.init(count: 5, window: 60), .init(count: 60, window: 3_600)])

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInOnce(MeetupFeedRoutes.post, Self.body, perform: post),
            context.signedInOnce(MeetupFeedRoutes.comment, Self.body, perform: comment),
            context.signedInOnce(MeetupFeedRoutes.delete, .none, perform: delete),
        ]
    }

    /// A checked request with the cleaned text.
    private typealias Body = CheckedBody<PostRequest, String>

    private static let body: BodyReader<Body> = BodyReader<PostRequest>.json.checked { body, _ in
        let failures = Rule<String>.text(MeetupTexts.post).failures(in: body.text).under("text")
        try failures.refuse("Check your post. Something is not right yet.")
        return MeetupTexts.post.cleaned(body.text)
    }

    private func post(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Body
    ) throws -> OperationResult {
        let found = try MeetupAccess(call, by: caller.account, context, in: transaction).forAttendees()
        return try write(body, at: found.meetup, on: nil, caller, transaction)
    }

    private func comment(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Body
    ) throws -> OperationResult {
        let found = try FoundPost(call, by: caller.account, context, in: transaction)
        // A comment on a comment belongs to the post.
        let parent = try found.post.parentID.flatMap { try transaction.get(PostRecord.self, $0.rawValue) }
        return try write(body, at: found.meetup, on: parent ?? found.post, caller, transaction)
    }

    private func write(
        _ body: Body, at meetup: MeetupRecord, on parent: PostRecord?, _ caller: Caller,
        _ transaction: LogTransaction
    ) throws -> OperationResult {
        let text = try body.value()
        let now = transaction.now
        try Self.writing.admit(
            caller.userID.rawValue, in: transaction, now: now,
            message: "You have written many posts lately. Try again in a moment.")
        let post = PostRecord(
            PostID(context.newIdentifier()), by: caller.userID, at: meetup, on: parent?.id,
            text: text, now: now)
        try transaction.put(post)
        if var parent { try parent.addComments(1, by: caller.userID, in: transaction) }
        let feed = MeetupFeed(of: caller.account, context, in: transaction)
        try feed.notifyNew(post)
        try MeetupFanOutJob(.posted(post.id), of: meetup.id, by: caller.userID, at: now).save(in: transaction)
        return .success(try feed.item(post))
    }

    /// Returns a post that the caller may delete.
    ///
    /// Authors may delete their own posts even after they have left the meetup. The host may delete every post at the
    /// meetup.
    private func deletable(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller
    ) throws -> PostRecord {
        if let own = try transaction.get(PostRecord.self, call.parameter("post_id")), !own.isDeleted,
            own.authorID == caller.userID
        {
            return own
        }
        let found = try FoundPost(call, by: caller.account, context, in: transaction)
        guard found.isHost else {
            throw HTTPProblem(403, .forbidden, "Only its author and the host can delete this.")
        }
        return found.post
    }

    private func delete(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        var post = try deletable(transaction, call, caller)
        post.delete(at: call.now)
        try transaction.put(post)
        let feed = MeetupFeed(of: caller.account, context, in: transaction)
        try feed.notifyChanged(post)
        try MeetupFanOutJob(.postChanged(post.id), of: post.meetupID, by: caller.userID, at: call.now).save(
            in: transaction)
        if let id = post.parentID, var parent = try transaction.get(PostRecord.self, id.rawValue) {
            try parent.addComments(-1, by: post.authorID, in: transaction)
            try feed.notifyChanged(parent)
            try MeetupFanOutJob(.postChanged(parent.id), of: post.meetupID, by: caller.userID, at: call.now).save(
                in: transaction)
        }
        return .success(
            Keyed(try feed.post(post)), about: [post.authorID == caller.userID ? nil : post.authorID])
    }
}
