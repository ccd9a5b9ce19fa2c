public import Networking
public import OrbitModels

/// A service for the actions of guests. Every action returns the meetup with the user's new state.
///
/// ```swift
/// switch try await service.join(id, key: key).meetup.attendance {
/// case .going: print("See you there.")
/// case .requested: print("The host will decide.")
/// default: print("You are on the waiting list.")
/// }
/// ```
public struct MeetupGuestService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// Joins the meetup, sends a request to the host, or joins the wait list. The approval and the capacity decide
    /// which.
    ///
    /// - Parameters:
    ///   - meetup: The meetup.
    ///   - request: The message, the companions and the choice about blocked people.
    ///   - link: The secret part of the address of a meetup that is found only by its address.
    ///   - key: The idempotency key of the request.
    public func join(
        _ meetup: MeetupID, _ request: JoinMeetupRequest = JoinMeetupRequest(), link: String? = nil,
        key: IdempotencyKey
    ) async throws -> MeetupListing {
        let endpoint = Endpoint<MeetupListing>(
            MeetupGuestRoutes.join, parameters: ["meetup_id": meetup.rawValue], query: [("link", link)])
        return try await client.send(endpoint.json(request).idempotent(key))
    }

    /// Withdraws a request, declines an offer or an invitation, or cancels.
    public func leave(_ meetup: MeetupID, key: IdempotencyKey) async throws -> MeetupListing {
        try await act(MeetupGuestRoutes.leave, on: meetup, key: key)
    }

    /// Accepts the place that is offered to the user.
    public func takeOffer(_ meetup: MeetupID, key: IdempotencyKey) async throws -> MeetupListing {
        try await act(MeetupGuestRoutes.takeOffer, on: meetup, key: key)
    }

    /// Confirms again that the user will attend.
    public func reconfirm(_ meetup: MeetupID, key: IdempotencyKey) async throws -> MeetupListing {
        try await act(MeetupGuestRoutes.reconfirm, on: meetup, key: key)
    }

    /// Checks the user in.
    public func checkIn(_ meetup: MeetupID, key: IdempotencyKey) async throws -> MeetupListing {
        try await act(MeetupGuestRoutes.checkIn, on: meetup, key: key)
    }

    /// Returns one page of the attendees, ordered by the time at which they entered their current state.
    ///
    /// Only attendees and the host may call this method.
    ///
    /// - Parameters:
    ///   - meetup: The meetup.
    ///   - cursor: The `nextCursor` of the previous page, or `nil` for the first page.
    ///   - limit: The size of the page, 1 to 100.
    public func attendees(
        of meetup: MeetupID, after cursor: String? = nil, limit: Int = 20
    ) async throws -> Response<Page<AttendeeListing>> {
        var endpoint = Endpoint<Page<AttendeeListing>>(MeetupGuestRoutes.attendees, after: cursor, limit: limit)
        endpoint.parameters = ["meetup_id": meetup.rawValue]
        return try await client.response(endpoint)
    }

    /// Removes a guest. Only the host may call this method.
    public func remove(_ person: UserID, from meetup: MeetupID, key: IdempotencyKey) async throws -> Attendance {
        try await client.value(
            of: Endpoint(
                MeetupGuestRoutes.remove, parameters: ["meetup_id": meetup.rawValue, "user_id": person.rawValue]
            ).idempotent(key))
    }

    private func act(_ route: Route, on meetup: MeetupID, key: IdempotencyKey) async throws -> MeetupListing {
        try await client.send(Endpoint(route, parameters: ["meetup_id": meetup.rawValue]).idempotent(key))
    }
}
