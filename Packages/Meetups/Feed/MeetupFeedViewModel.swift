public import Observation
public import OrbitModels
public import Presentation
public import Validation

/// The feed of a meetup that the user attends or hosts. What is written, liked or deleted shows at once, and is taken
/// back if the server refuses.
@MainActor @Observable public final class MeetupFeedViewModel {
    /// The latest first.
    public let posts: PagedList<FeedItem>

    private let meetup: MeetupID
    private let service: MeetupFeedService
    private let actions: PostActions

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    ///
    /// - Parameter me: the user, as the author of what they write.
    public init(
        of meetup: MeetupID, as me: UserID, service: MeetupFeedService, log: PersonLog,
        catalogue: MessageCatalogue = .meetups, pageSize: Int = 20
    ) {
        self.meetup = meetup
        self.service = service
        actions = PostActions(service: service, me: me, log: log, catalogue: catalogue)
        posts = PagedList(.posts(in: meetup), on: log) {
            try await service.posts(in: meetup, after: $0, limit: pageSize)
        }
    }

    /// Whether a post is on its way.
    public var isPosting: Bool { actions.isPosting }

    /// Those that are being deleted.
    public var inFlight: Set<PostID> { actions.inFlight }

    /// What went wrong last, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Writes a post of 1 to ``MeetupLimits/post`` characters. A second one waits until the first has arrived.
    @discardableResult
    public func post(_ text: String) async -> ActionOutcome {
        await actions.post(text, in: meetup) { try await service.post($0, in: meetup, key: $1) }
    }

    /// Deletes a post, as its author or as the host.
    @discardableResult
    public func delete(_ item: FeedItem) async -> ActionOutcome {
        await actions.delete(item)
    }

    /// Likes a post, or no longer.
    @discardableResult
    public func setLike(_ isLiked: Bool, of item: FeedItem) async -> ActionOutcome {
        await actions.setLike(isLiked, of: item)
    }
}
