public import Networking
public import OrbitModels

/// The routes of a meetup's feed, for attendees and the host.
public enum MeetupFeedRoutes {
    /// `GET /meetups/{meetup_id}/posts`. Returns a page of ``FeedItem``, the latest first.
    public static let posts = Route(.get, "/meetups/{meetup_id}/posts")
    /// `POST /meetups/{meetup_id}/posts`. Body: ``PostRequest``. Returns ``FeedItem``.
    public static let post = Route(.post, "/meetups/{meetup_id}/posts")
    /// `GET /meetups/posts/{post_id}/comments`. Returns a page of ``FeedItem``, the latest first.
    public static let comments = Route(.get, "/meetups/posts/{post_id}/comments")
    /// `POST /meetups/posts/{post_id}/comments`. Body: ``PostRequest``. Returns ``FeedItem``.
    public static let comment = Route(.post, "/meetups/posts/{post_id}/comments")
    /// `DELETE /meetups/posts/{post_id}`, for the author and the host. Deletes a post or a comment. Returns
    /// `Keyed<MeetupPost>`.
    public static let delete = Route(.delete, "/meetups/posts/{post_id}")
    /// `PUT /meetups/posts/{post_id}/like`. Returns `Keyed<MeetupPost>`.
    public static let like = Route(.put, "/meetups/posts/{post_id}/like")
    /// `DELETE /meetups/posts/{post_id}/like`. Returns `Keyed<MeetupPost>`.
    public static let unlike = Route(.delete, "/meetups/posts/{post_id}/like")

    /// All routes of this area.
    public static let all = [posts, post, comments, comment, delete, like, unlike]
}

/// The body of a new post or comment.
public struct PostRequest: Codable, Hashable, Sendable {
    /// The text, 1 to ``MeetupLimits/post`` characters.
    public var text: String

    /// Creates the body.
    public init(text: String) {
        self.text = text
    }
}

/// A post or comment with its author. Lists do not contain deleted posts.
public struct FeedItem: Codable, Hashable, Sendable, Identifiable {
    /// The post.
    public var post: MeetupPost
    /// The author, with the profile that the user may see, or `nil` if the author has deleted their account.
    public var author: Person?

    /// Creates an element of the list.
    public init(post: MeetupPost, author: Person?) {
        self.post = post
        self.author = author
    }

    /// The identifier of the post.
    public var id: PostID { post.id }
}

extension MeetupPost: JSONKeyed {
    /// The JSON key `post`.
    public static var jsonKey: String { "post" }
}

extension FeedItem: JSONKeyed {
    /// The JSON key `post`.
    public static var jsonKey: String { "post" }
}
