import Foundation
import OrbitModels
import OrbitStore

/// The number of comments by one person on one post, without deleted comments. There is no record for 0.
///
/// ``VisibleCounts`` subtracts it from a post's count for viewers from whom the person is hidden, so that no comment is
/// read to be counted.
struct CommentCountRecord: ExpiringRecord {
    static let table = "meetup_comment_counts"
    private static let byPerson = "person"
    /// An erasure moves blocks to the pseudonym first, so no viewer's counts need the records that it deletes.
    static var personalData: PersonalData<Self> { .init(.group(of: Self.byPerson)) }

    let postID: PostID
    let userID: UserID
    let count: Int
    let expiresAt: Date

    var key: String { Self.key(postID, userID) }
    var indexEntries: [IndexEntry] { [expiryEntry, IndexEntry(Self.byPerson, group: userID.rawValue)] }

    static func key(_ post: PostID, _ person: UserID) -> String { "\(post)>\(person)" }
}

extension PostRecord {
    /// Adds a number of comments to the count of the post and to the author's own count, and stores both.
    ///
    /// - Parameters:
    ///   - number: -1 for a comment that is deleted.
    ///   - author: the person who wrote the comments.
    mutating func addComments(_ number: Int, by author: UserID, in transaction: any StoreTransaction) throws {
        commentCount = max(0, commentCount + number)
        try transaction.put(self)
        let key = CommentCountRecord.key(id, author)
        let count = try (transaction.get(CommentCountRecord.self, key)?.count ?? 0) + number
        if count > 0 {
            try transaction.put(CommentCountRecord(postID: id, userID: author, count: count, expiresAt: expiresAt))
        } else {
            try transaction.delete(CommentCountRecord.self, key)
        }
    }
}
