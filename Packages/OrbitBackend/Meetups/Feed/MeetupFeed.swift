import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore

/// The feeds of meetups as one attendee sees them, and the events that update them.
struct MeetupFeed {
    let viewer: AccountRecord
    private let view: MeetupView
    private let transaction: LogTransaction

    init(of viewer: AccountRecord, _ context: BackendContext, in transaction: LogTransaction) {
        self.viewer = viewer
        view = MeetupView(of: viewer, context, at: transaction.now)
        self.transaction = transaction
    }

    /// The post as the viewer sees it.
    func post(_ record: PostRecord) throws -> MeetupPost {
        let like = try transaction.get(LikeRecord.self, LikeRecord.key(record.id, viewer.id))
        let post = record.post(isLiked: like != nil)
        guard post.likeCount > 0 || post.commentCount > 0 else { return post }
        let counts = try VisibleCounts(for: viewer.id, at: transaction.now, in: transaction)
        return try counts.of([post], uncounted: record.isCountedByAuthor ? [] : [record.id]).first ?? post
    }

    func item(_ record: PostRecord) throws -> FeedItem {
        FeedItem(post: try post(record), author: try view.person(record.authorID, in: transaction))
    }

    /// Notifies the viewer of a new post or comment, and of the new number of comments on the post.
    ///
    /// Appends nothing if the viewer may not see the author. For a comment, even an event about the commented post
    /// would reveal that the hidden person has commented.
    func notifyNew(_ record: PostRecord) throws {
        let item = try item(record)
        guard item.author != nil else { return }
        let parent = try record.parentID.flatMap { try transaction.get(PostRecord.self, $0.rawValue) }
        // The viewer sees no comments on a post whose author is hidden from the viewer.
        if let parent, try view.person(parent.authorID, in: transaction) == nil { return }
        try append(.meetupPosted, about: record.authorID, data: item)
        if let parent { try notifyChanged(parent) }
    }

    /// Notifies the viewer of a changed post.
    func notifyChanged(_ record: PostRecord) throws {
        try append(.meetupPostChanged, about: record.authorID, data: Keyed(try post(record)))
    }

    /// Whether the viewer may see a person.
    func sees(_ person: UserID) throws -> Bool { try view.person(person, in: transaction) != nil }

    private func append(_ kind: EventKind, about author: UserID, data: any Encodable) throws {
        try transaction.append(
            kind, to: viewer.id, about: author == viewer.id ? nil : author, touches: [.meetupPosts], data: data)
    }
}
