public import Networking
public import OrbitModels

/// Joins and leaves meetups. Every action returns the meetup with the user's new standing.
///
/// ```swift
/// switch try await service.join(id, key: key).meetup.standing {
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

    /// Joins, asks to, or waits for a place, by what the host has decided and by the room there is.
    ///
    /// - Parameter link: the secret part of the address, of a meetup that is found only by that.
    public func join(
        _ meetup: MeetupID, _ request: JoinMeetupRequest = JoinMeetupRequest(), link: String? = nil,
        key: IdempotencyKey
    ) async throws -> MeetupListing {
        let endpoint = Endpoint<MeetupListing>(
            MeetupGuestRoutes.join, parameters: ["meetup_id": meetup.rawValue], query: [("link", link)])
        return try await client.send(endpoint.json(request).idempotent(key))
    }

    /// Takes a request back, turns an offer or an invitation down, or cancels.
    public func leave(_ meetup: MeetupID, key: IdempotencyKey) async throws -> MeetupListing {
        try await act(MeetupGuestRoutes.leave, on: meetup, key: key)
    }

    /// Takes the place that is kept for the user.
    public func takeOffer(_ meetup: MeetupID, key: IdempotencyKey) async throws -> MeetupListing {
        try await act(MeetupGuestRoutes.takeOffer, on: meetup, key: key)
    }

    /// Says again that the user comes.
    public func reconfirm(_ meetup: MeetupID, key: IdempotencyKey) async throws -> MeetupListing {
        try await act(MeetupGuestRoutes.reconfirm, on: meetup, key: key)
    }

    /// Says that the user is there.
    public func checkIn(_ meetup: MeetupID, key: IdempotencyKey) async throws -> MeetupListing {
        try await act(MeetupGuestRoutes.checkIn, on: meetup, key: key)
    }

    /// One page of those who attend, by when they came to; for those who attend and the host.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first.
    ///   - limit: how many, 1 to 100.
    public func attendees(
        of meetup: MeetupID, after cursor: String? = nil, limit: Int = 20
    ) async throws -> Response<Page<AttendeeListing>> {
        var endpoint = Endpoint<Page<AttendeeListing>>(MeetupGuestRoutes.attendees, after: cursor, limit: limit)
        endpoint.parameters = ["meetup_id": meetup.rawValue]
        return try await client.response(endpoint)
    }

    /// Takes a guest off the list, as the host.
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
