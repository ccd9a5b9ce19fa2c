import Networking
import Observation
import OrbitModels
import Presentation
import TimeAndChance
import Validation

/// The actions of a feed for posts and comments. Their results are shown before the server responds.
@MainActor @Observable final class PostActions {
    private let service: MeetupFeedService
    private let me: UserID
    private let log: EventLog
    private let catalogue: MessageCatalogue
    private let posts: ActionRunner<PostSubject>
    private let likes: ActionRunner<PostID>

    /// The subject of an action.
    private enum PostSubject: Hashable {
        case new
        case post(PostID)
    }

    init(service: MeetupFeedService, me: UserID, log: EventLog, catalogue: MessageCatalogue) {
        self.service = service
        self.me = me
        self.log = log
        self.catalogue = catalogue
        posts = ActionRunner(log: log)
        likes = ActionRunner(log: log)
    }

    var isPosting: Bool { posts.inFlight.contains(.new) }

    var inFlight: Set<PostID> {
        Set(posts.inFlight.compactMap { if case .post(let id) = $0 { id } else { nil } })
    }

    var failure: Failure? { posts.failure ?? likes.failure }

    /// Posts a text.
    ///
    /// - Parameters:
    ///   - text: The text, which is checked and cleaned.
    ///   - meetup: The meetup.
    ///   - parent: The post to comment on, or `nil` for a new post.
    ///   - send: Sends the cleaned text.
    func post(
        _ text: String, in meetup: MeetupID, under parent: PostID? = nil,
        _ send: (String, IdempotencyKey) async throws -> FeedItem
    ) async -> ActionOutcome {
        let wrong = Rule<String>.text(MeetupTexts.post).failures(in: text).under("text").blocking
        guard wrong.isEmpty else { return posts.refuse(Failure(wrong, in: .meetup, of: catalogue)) }
        guard !isPosting else { return .skipped }
        let text = MeetupTexts.post.cleaned(text)
        // The post has a temporary unique identifier until the server assigns its own.
        let shown = MeetupPost(
            id: PostID(log.newKey().rawValue), meetupID: meetup, authorID: me, parentID: parent, text: text,
            createdAt: log.time.date)
        likes.clearFailure()
        return await posts.run(.new, text, expecting: [.posted(FeedItem(post: shown, author: nil))]) { key in
            [.posted(try await send(text, key))]
        }
    }

    func delete(_ item: FeedItem) async -> ActionOutcome {
        var deleted = item.post
        (deleted.text, deleted.deletedAt) = ("", log.time.date)
        likes.clearFailure()
        return await posts.run(.post(item.id), expecting: [.changed(deleted)]) { key in
            [.changed(try await service.delete(item.id, key: key))]
        }
    }

    /// Shows the latest choice at once. The server receives the latest choice last.
    func setLike(_ isLiked: Bool, of item: FeedItem) async -> ActionOutcome {
        posts.clearFailure()
        return await likes.enqueue(item.id, expecting: [.liked(item.post, isLiked)]) { [service] key in
            [.changed(try await service.setLike(isLiked, of: item.id, key: key))]
        }
    }
}
