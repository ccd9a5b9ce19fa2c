import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// A post in the feed of a meetup, or a comment on a post.
struct PostRecord: ExpiringRecord {
    static let table = "meetup_posts"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byAuthor, exported: ExportSection("posts", of: "Meetups", "A post or comment"),
                erase: .ofAuthor
            ) { post, exporting in
                guard !post.isDeleted else { return nil }
                let uncounted: Set<PostID> = post.isCountedByAuthor ? [] : [post.id]
                return try exporting.counts().of([post.post(isLiked: false)], uncounted: uncounted).first
            })
    }
    /// The indexes of the posts of a meetup, and of the comments on a post.
    static let byMeetup = "meetup"
    static let byParent = "parent"
    static let byAuthor = "author"

    let id: PostID
    let meetupID: MeetupID
    let authorID: UserID
    let parentID: PostID?
    private(set) var text: String
    var likeCount = 0
    /// The number of comments that are not deleted; see ``addComments(_:by:in:)``.
    var commentCount = 0
    /// Whether a ``CommentCountRecord`` counts the comments of each author on the post; `nil` in a record of earlier
    /// versions, until the next comment.
    var countsByAuthor: Bool? = true
    let createdAt: Date
    private(set) var deletedAt: Date?
    let expiresAt: Date

    init(_ id: PostID, by author: UserID, at meetup: MeetupRecord, on parent: PostID? = nil, text: String, now: Date) {
        self.id = id
        meetupID = meetup.id
        authorID = author
        parentID = parent
        self.text = text
        createdAt = now
        expiresAt = max(meetup.expiresAt, now)
    }

    var key: String { id.rawValue }

    var indexEntries: [IndexEntry] {
        let own = IndexEntry(Self.byAuthor, group: authorID.rawValue, at: createdAt)
        guard !isDeleted else { return [expiryEntry, own] }
        let rank = SortRank.rank(createdAt, id.rawValue)
        guard let parentID else {
            return [expiryEntry, own, IndexEntry(Self.byMeetup, group: meetupID.rawValue, rank: rank)]
        }
        return [expiryEntry, own, IndexEntry(Self.byParent, group: parentID.rawValue, rank: rank)]
    }

    var isDeleted: Bool { deletedAt != nil }
    /// See ``countsByAuthor``.
    var isCountedByAuthor: Bool { countsByAuthor ?? false }

    mutating func delete(at now: Date) {
        text = ""
        deletedAt = now
    }

    func post(isLiked: Bool) -> MeetupPost {
        MeetupPost(
            id: id, meetupID: meetupID, authorID: authorID, parentID: parentID, text: text, likeCount: likeCount,
            isLiked: isLiked, commentCount: commentCount, createdAt: createdAt, deletedAt: deletedAt)
    }
}

/// A person's like of a post.
struct LikeRecord: ExpiringRecord {
    static let table = "meetup_likes"
    private static let byPerson = "person"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byPerson,
                exported: ExportSection("likes", of: "Meetups", "`post_id` of a post that the person likes"),
                erase: .ofPerson
            ) { like, _ in
                ExportedLike(postID: like.postID)
            })
    }

    let postID: PostID
    let userID: UserID
    let expiresAt: Date

    var key: String { Self.key(postID, userID) }
    var indexEntries: [IndexEntry] { [expiryEntry, IndexEntry(Self.byPerson, group: userID.rawValue)] }

    static func key(_ post: PostID, _ person: UserID) -> String { "\(post)>\(person)" }
}

extension LikeRecord {
    /// A like in the archive of a person.
    struct ExportedLike: Codable, Sendable {
        let postID: PostID

        enum CodingKeys: String, CodingKey {
            case postID = "post_id"
        }
    }
}
