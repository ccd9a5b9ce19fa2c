public import Foundation

/// Identifies a post in the feed of a meetup.
public typealias PostID = Identifier<MeetupPost>

/// A post of an attendee in the feed of a meetup, or a comment on one.
public struct MeetupPost: Codable, Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: PostID
    /// The meetup.
    public let meetupID: MeetupID
    /// The person who wrote it.
    public let authorID: UserID
    /// The post that this is a comment on; `nil` for a post.
    public let parentID: PostID?
    /// What it says; empty once it was deleted.
    public var text: String
    /// How many like it.
    public var likeCount: Int
    /// Whether the user likes it.
    public var isLiked: Bool
    /// How many comments it has; 0 for a comment.
    public var commentCount: Int
    /// When it was created, by the server's clock.
    public let createdAt: Date
    /// When its author or the host deleted it.
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
