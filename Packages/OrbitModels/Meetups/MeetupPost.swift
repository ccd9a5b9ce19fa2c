public import Foundation

/// Identifies a post in the feed of a meetup.
public typealias PostID = Identifier<MeetupPost>

/// A post of an attendee in the feed of a meetup, or a comment on a post.
public struct MeetupPost: Codable, Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: PostID
    /// The meetup.
    public let meetupID: MeetupID
    /// The person who wrote it.
    public let authorID: UserID
    /// The post that this comment refers to; `nil` for a post.
    public let parentID: PostID?
    /// The text; empty after deletion.
    public var text: String
    /// The number of people who like it.
    public var likeCount: Int
    /// Whether the user likes it.
    public var isLiked: Bool
    /// The number of comments; 0 for a comment.
    public var commentCount: Int
    /// The time of creation, by the server's clock.
    public let createdAt: Date
    /// The time at which its author or the host deleted it.
    public var deletedAt: Date?

    /// Creates a post.
    public init(
        id: PostID, meetupID: MeetupID, authorID: UserID, parentID: PostID? = nil, text: String, likeCount: Int = 0,
        isLiked: Bool = false, commentCount: Int = 0, createdAt: Date, deletedAt: Date? = nil
    ) {
        self.id = id
        self.meetupID = meetupID
        self.authorID = authorID
        self.parentID = parentID
        self.text = text
        self.likeCount = likeCount
        self.isLiked = isLiked
        self.commentCount = commentCount
        self.createdAt = createdAt
        self.deletedAt = deletedAt
    }

    private enum CodingKeys: String, CodingKey {
        case id, text
        case meetupID = "meetup_id"
        case authorID = "author_id"
        case parentID = "parent_id"
        case likeCount = "like_count"
        case isLiked = "is_liked"
        case commentCount = "comment_count"
        case createdAt = "created_at"
        case deletedAt = "deleted_at"
    }
}
