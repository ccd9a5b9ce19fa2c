public import Networking
public import OrbitModels

/// A service with which hosts approve and decline requests.
public struct MeetupRequestService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// Returns one page of the undecided requests for all of the user's meetups, the oldest first.
    ///
    /// - Parameters:
    ///   - cursor: The `nextCursor` of the previous page, or `nil` for the first page.
    ///   - limit: The size of the page, 1 to 100.
    public func requests(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<IncomingRequest>> {
        try await client.response(Endpoint(MeetupRequestRoutes.list, after: cursor, limit: limit))
    }

    /// Approves a request. If the meetup is full, the person joins the wait list.
    ///
    /// - Throws: A problem with the code `already_decided` if the request is no longer pending.
    public func approve(_ request: JoinRequestID, key: IdempotencyKey) async throws -> JoinRequest {
        try await client.value(
            of: Endpoint(MeetupRequestRoutes.approve, parameters: ["request_id": request.rawValue]).idempotent(key))
    }

    /// Declines a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - reason: A reason that the person sees, or `nil` for no reason.
    ///   - key: The idempotency key of the request.
    /// - Throws: A problem with the code `already_decided` if the request is no longer pending.
    public func decline(
        _ request: JoinRequestID, because reason: DeclineReason? = nil, key: IdempotencyKey
    ) async throws -> JoinRequest {
        try await client.value(
            of: Endpoint(MeetupRequestRoutes.decline, parameters: ["request_id": request.rawValue])
                .json(DeclineRequestRequest(reason: reason)).idempotent(key))
    }
}
