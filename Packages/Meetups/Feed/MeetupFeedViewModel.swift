public import Observation
public import OrbitModels
public import Presentation
public import Validation

/// The feed of a meetup that the user attends or hosts.
///
/// New posts, likes and deletions are shown at once, and are undone if the server refuses them.
@MainActor @Observable public final class MeetupFeedViewModel {
    /// The posts, the latest first.
    public let posts: PagedList<FeedItem>

    private let meetup: MeetupID
    private let service: MeetupFeedService
    private let actions: PostActions

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    ///
    /// - Parameters:
    ///   - meetup: The meetup.
    ///   - me: The user, who is the author of new posts.
    ///   - service: The service that loads and sends posts.
    ///   - log: The event log of the user.
    ///   - catalogue: The texts of failures.
    ///   - pageSize: The number of posts of one page, 1 to 100.
    public init(
        of meetup: MeetupID, as me: UserID, service: MeetupFeedService, log: EventLog,
        catalogue: MessageCatalogue = .meetups, pageSize: Int = 20
    ) {
        self.meetup = meetup
        self.service = service
        actions = PostActions(service: service, me: me, log: log, catalogue: catalogue)
        posts = PagedList(.posts(in: meetup), on: log) {
            try await service.posts(in: meetup, after: $0, limit: pageSize)
        }
    }

    /// Whether a new post is in flight.
    public var isPosting: Bool { actions.isPosting }

    /// The posts whose deletion is in flight.
    public var inFlight: Set<PostID> { actions.inFlight }

    /// The failure of the last action. The next action clears it.
    public var failure: Failure? { actions.failure }

    /// Creates a post of 1 to ``MeetupLimits/post`` characters. A call while another post is in flight is skipped.
    @discardableResult
    public func post(_ text: String) async -> ActionOutcome {
        await actions.post(text, in: meetup) { try await service.post($0, in: meetup, key: $1) }
    }

    /// Deletes a post. Its author and the host may delete it.
    @discardableResult
    public func delete(_ item: FeedItem) async -> ActionOutcome {
        await actions.delete(item)
    }

    /// Likes or unlikes a post.
    @discardableResult
    public func setLike(_ isLiked: Bool, of item: FeedItem) async -> ActionOutcome {
        await actions.setLike(isLiked, of: item)
    }
}
