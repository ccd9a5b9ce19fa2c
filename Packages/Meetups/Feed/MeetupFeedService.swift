public import Networking
public import OrbitModels

/// A service that reads and writes the feed of a meetup that the user attends or hosts.
public struct MeetupFeedService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// Returns one page of posts, the latest first.
    ///
    /// - Parameters:
    ///   - meetup: The meetup.
    ///   - cursor: The `nextCursor` of the previous page, or `nil` for the first page.
    ///   - limit: The size of the page, 1 to 100.
    public func posts(
        in meetup: MeetupID, after cursor: String? = nil, limit: Int = 20
    ) async throws -> Response<Page<FeedItem>> {
        var endpoint = Endpoint<Page<FeedItem>>(MeetupFeedRoutes.posts, after: cursor, limit: limit)
        endpoint.parameters = ["meetup_id": meetup.rawValue]
        return try await client.response(endpoint)
    }

    /// Returns one page of the comments on a post, the latest first.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - cursor: The `nextCursor` of the previous page, or `nil` for the first page.
    ///   - limit: The size of the page, 1 to 100.
    public func comments(
        on post: PostID, after cursor: String? = nil, limit: Int = 20
    ) async throws -> Response<Page<FeedItem>> {
        var endpoint = Endpoint<Page<FeedItem>>(MeetupFeedRoutes.comments, after: cursor, limit: limit)
        endpoint.parameters = ["post_id": post.rawValue]
        return try await client.response(endpoint)
    }

    /// Creates a post of 1 to ``MeetupLimits/post`` characters.
    public func post(_ text: String, in meetup: MeetupID, key: IdempotencyKey) async throws -> FeedItem {
        try await client.send(
            Endpoint(MeetupFeedRoutes.post, parameters: ["meetup_id": meetup.rawValue]).json(PostRequest(text: text))
                .idempotent(key))
    }

    /// Creates a comment of 1 to ``MeetupLimits/post`` characters.
    public func comment(_ text: String, on post: PostID, key: IdempotencyKey) async throws -> FeedItem {
        try await client.send(
            Endpoint(MeetupFeedRoutes.comment, parameters: ["post_id": post.rawValue]).json(PostRequest(text: text))
                .idempotent(key))
    }

    /// Deletes a post or a comment. Its author and the host may delete it.
    public func delete(_ post: PostID, key: IdempotencyKey) async throws -> MeetupPost {
        try await act(MeetupFeedRoutes.delete, on: post, key: key)
    }

    /// Likes or unlikes a post or a comment.
    public func setLike(_ likes: Bool, of post: PostID, key: IdempotencyKey) async throws -> MeetupPost {
        try await act(likes ? MeetupFeedRoutes.like : MeetupFeedRoutes.unlike, on: post, key: key)
    }

    private func act(_ route: Route, on post: PostID, key: IdempotencyKey) async throws -> MeetupPost {
        try await client.value(of: Endpoint(route, parameters: ["post_id": post.rawValue]).idempotent(key))
    }
}
