public import Observation
public import OrbitModels
public import Presentation
public import Validation

/// The comments on one post of a meetup's feed.
@MainActor @Observable public final class CommentsViewModel {
    /// The comments, the latest first.
    public let comments: PagedList<FeedItem>

    private let post: MeetupPost
    private let service: MeetupFeedService
    private let actions: PostActions

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - me: The user, who is the author of new comments.
    ///   - service: The service that loads and sends comments.
    ///   - log: The event log of the user.
    ///   - catalogue: The texts of failures.
    ///   - pageSize: The number of comments of one page, 1 to 100.
    public init(
        on post: MeetupPost, as me: UserID, service: MeetupFeedService, log: EventLog,
        catalogue: MessageCatalogue = .meetups, pageSize: Int = 20
    ) {
        self.post = post
        self.service = service
        actions = PostActions(service: service, me: me, log: log, catalogue: catalogue)
        comments = PagedList(.comments(on: post.id, in: post.meetupID), on: log) {
            try await service.comments(on: post.id, after: $0, limit: pageSize)
        }
    }

    /// Whether a new comment is in flight.
    public var isPosting: Bool { actions.isPosting }

    /// The comments whose deletion is in flight.
    public var inFlight: Set<PostID> { actions.inFlight }

    /// The failure of the last action. The next action clears it.
    public var failure: Failure? { actions.failure }

    /// Posts a comment of 1 to ``MeetupLimits/post`` characters. A call while another comment is in flight is skipped.
    @discardableResult
    public func comment(_ text: String) async -> ActionOutcome {
        await actions.post(text, in: post.meetupID, under: post.id) {
            try await service.comment($0, on: post.id, key: $1)
        }
    }

    /// Deletes a comment. Its author and the host may delete it.
    @discardableResult
    public func delete(_ item: FeedItem) async -> ActionOutcome {
        await actions.delete(item)
    }

    /// Likes or unlikes a comment.
    @discardableResult
    public func setLike(_ isLiked: Bool, of item: FeedItem) async -> ActionOutcome {
        await actions.setLike(isLiked, of: item)
    }
}
