public import Networking
public import OrbitModels

/// Decides, as a host, who attends.
public struct MeetupRequestService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// One page of the requests that wait, over all of the user's meetups, the oldest first.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first.
    ///   - limit: how many, 1 to 100.
    public func requests(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<IncomingRequest>> {
        try await client.response(Endpoint(MeetupRequestRoutes.list, after: cursor, limit: limit))
    }

    /// Lets a person in; without room they wait for a place.
    ///
    /// - Throws: a problem with code `already_decided` if the request waits no longer.
    public func approve(_ request: JoinRequestID, key: IdempotencyKey) async throws -> JoinRequest {
        try await client.value(
            of: Endpoint(MeetupRequestRoutes.approve, parameters: ["request_id": request.rawValue]).idempotent(key))
    }

    /// Turns a person down, with a reason that they are told, or without.
    ///
    /// - Throws: as ``approve(_:key:)``.
    public func decline(
        _ request: JoinRequestID, because reason: DeclineReason? = nil, key: IdempotencyKey
    ) async throws -> JoinRequest {
        try await client.value(
            of: Endpoint(MeetupRequestRoutes.decline, parameters: ["request_id": request.rawValue])
                .json(DeclineRequestRequest(reason: reason)).idempotent(key))
    }
}
