import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// The number of comments by one person on one post, without deleted comments. There is no record for 0. A post of an
/// earlier version has no records before its next comment; see ``PostRecord/countsByAuthor``.
///
/// ``VisibleCounts`` subtracts it from a post's count if the person is hidden from the viewer. So no comment has to be
/// read to be counted.
struct CommentCountRecord: ExpiringRecord {
    static let table = "meetup_comment_counts"
    /// The maximum number of comments on a post of an earlier version that are listed to be counted.
    static let maxListed = 200
    private static let byPerson = "person"
    /// An erasure deletes the person's comments first, and moves blocks to the pseudonym later. So when it deletes
    /// these records, no comment of the person is left that a count has to exclude.
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
    /// The first new comment on a post of an earlier version counts the comments of all authors once, from the index.
    /// Until then, and on a post with more than ``CommentCountRecord/maxListed`` comments, readers list the comments.
    ///
    /// - Parameters:
    ///   - number: The number of comments; -1 for a deleted comment. Store or delete the comments before this call.
    ///   - author: The person who wrote the comments.
    mutating func addComments(_ number: Int, by author: UserID, in transaction: any StoreTransaction) throws {
        commentCount = max(0, commentCount + number)
        if number > 0, !isCountedByAuthor, try countByAuthor(in: transaction) {
            countsByAuthor = true
            return try transaction.put(self)
        }
        try transaction.put(self)
        let key = CommentCountRecord.key(id, author)
        let count = try (transaction.get(CommentCountRecord.self, key)?.count ?? 0) + number
        if count > 0 {
            try transaction.put(CommentCountRecord(postID: id, userID: author, count: count, expiresAt: expiresAt))
        } else {
            try transaction.delete(CommentCountRecord.self, key)
        }
    }

    /// Stores a count for each author of the comments that the index lists.
    ///
    /// - Returns: `false`, without a write, if there are too many comments to list.
    private func countByAuthor(in transaction: any StoreTransaction) throws -> Bool {
        let query = IndexQuery(Self.byParent, group: id.rawValue, limit: CommentCountRecord.maxListed + 1)
        let comments = try transaction.list(PostRecord.self, query)
        guard comments.count <= CommentCountRecord.maxListed else { return false }
        let counts = Dictionary(comments.map { ($0.authorID, 1) }, uniquingKeysWith: +)
        for (author, count) in counts.sorted(by: { $0.key < $1.key }) {
            try transaction.put(CommentCountRecord(postID: id, userID: author, count: count, expiresAt: expiresAt))
        }
        return true
    }
}
