public import Observation
public import OrbitModels
public import Presentation
public import Validation

/// The comments on one post of a meetup's feed.
@MainActor @Observable public final class CommentsViewModel {
    /// The latest first.
    public let comments: PagedList<FeedItem>

    private let post: MeetupPost
    private let service: MeetupFeedService
    private let actions: PostActions

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    ///
    /// - Parameter me: the user, as the author of what they write.
    public init(
        on post: MeetupPost, as me: UserID, service: MeetupFeedService, log: PersonLog,
        catalogue: MessageCatalogue = .meetups, pageSize: Int = 20
    ) {
        self.post = post
        self.service = service
        actions = PostActions(service: service, me: me, log: log, catalogue: catalogue)
        comments = PagedList(.comments(on: post.id, in: post.meetupID), on: log) {
            try await service.comments(on: post.id, after: $0, limit: pageSize)
        }
    }

    /// Whether a comment is on its way.
    public var isPosting: Bool { actions.isPosting }

    /// Those that are being deleted.
    public var inFlight: Set<PostID> { actions.inFlight }

    /// What went wrong last, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Writes a comment of 1 to ``MeetupLimits/post`` characters. A second one waits until the first has arrived.
    @discardableResult
    public func comment(_ text: String) async -> ActionOutcome {
        await actions.post(text, in: post.meetupID, under: post.id) {
            try await service.comment($0, on: post.id, key: $1)
        }
    }

    /// Deletes a comment, as its author or as the host.
    @discardableResult
    public func delete(_ item: FeedItem) async -> ActionOutcome {
        await actions.delete(item)
    }

    /// Likes a comment, or no longer.
    @discardableResult
    public func setLike(_ isLiked: Bool, of item: FeedItem) async -> ActionOutcome {
        await actions.setLike(isLiked, of: item)
    }
}
