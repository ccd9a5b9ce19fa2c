public import Networking
public import OrbitModels

/// Rates people who were met at meetups.
///
/// ```swift
/// let due = try await service.due().value.list.elements
/// for person in due { print("How was \(person.person.profile.name)?") }
/// ```
public struct RatingService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// One page of the people the user may rate now, the soonest to close first.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the page before; `nil` for the first.
    ///   - limit: how many, 1 to 100.
    public func due(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<DueRating>> {
        try await client.response(Endpoint(RatingRoutes.due, after: cursor, limit: limit))
    }

    /// One page of the ratings that the user has given, the latest first; as ``due(after:limit:)``.
    public func given(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<GivenRating>> {
        try await client.response(Endpoint(RatingRoutes.given, after: cursor, limit: limit))
    }

    /// One page of the ratings of the user that are shown, those shown last first; as ``due(after:limit:)``.
    public func received(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<ReceivedRating>> {
        try await client.response(Endpoint(RatingRoutes.received, after: cursor, limit: limit))
    }

    /// Rates a person who was met at a meetup, once.
    ///
    /// - Throws: a problem with code `not_met`, `not_in_time` or `already_rated`.
    public func rate(
        _ person: UserID, at meetup: MeetupID, _ entry: RatingEntry, key: IdempotencyKey
    ) async throws -> GivenRating {
        let request = GiveRatingRequest(of: person, at: meetup, entry)
        return try await client.send(Endpoint<GivenRating>(RatingRoutes.give).json(request).idempotent(key))
    }

    /// Changes a rating.
    ///
    /// - Throws: a problem with code `rating_final` if it is shown, or was given more than a day ago, and more than
    ///   ``RatingEntry/meetAgain`` is another.
    public func edit(_ rating: UserRatingID, _ entry: RatingEntry, key: IdempotencyKey) async throws -> GivenRating {
        try await client.send(
            Endpoint<GivenRating>(RatingRoutes.edit, parameters: ["rating_id": rating.rawValue])
                .json(entry).idempotent(key))
    }

    /// Says that the user has met a person at a meetup. It counts once the other says so, too.
    ///
    /// - Throws: a problem with code `not_in_time` before the meetup, and once nobody can rate any more.
    public func sayMet(_ person: UserID, at meetup: MeetupID, key: IdempotencyKey) async throws {
        let parameters = ["meetup_id": meetup.rawValue, "user_id": person.rawValue]
        _ = try await client.send(
            Endpoint<MessageData>(RatingRoutes.met, parameters: parameters).idempotent(key))
    }
}
