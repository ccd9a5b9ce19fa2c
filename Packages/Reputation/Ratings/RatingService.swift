public import Networking
public import OrbitModels

/// Rates people that the user has met at meetups, and reads ratings.
///
/// A repeated request with the same idempotency key has no second effect.
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

    /// Returns one page of the people that the user may rate now, the earliest deadline first.
    ///
    /// - Parameters:
    ///   - cursor: The `nextCursor` of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of elements, 1 to 100.
    public func due(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<DueRating>> {
        try await client.response(Endpoint(RatingRoutes.due, after: cursor, limit: limit))
    }

    /// Returns one page of the ratings that the user has given, the latest first.
    ///
    /// - Parameters: See ``due(after:limit:)``.
    public func given(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<GivenRating>> {
        try await client.response(Endpoint(RatingRoutes.given, after: cursor, limit: limit))
    }

    /// Returns one page of the ratings that the user has received and can see, the most recently shown first.
    ///
    /// - Parameters: See ``due(after:limit:)``.
    public func received(after cursor: String? = nil, limit: Int = 20) async throws -> Response<Page<ReceivedRating>> {
        try await client.response(Endpoint(RatingRoutes.received, after: cursor, limit: limit))
    }

    /// Rates a person for a meetup, once, and returns the rating.
    ///
    /// - Parameters:
    ///   - person: A person that the user has met at the meetup.
    ///   - meetup: The meetup.
    ///   - entry: The rating.
    ///   - key: Identifies the action.
    /// - Throws: A problem with one of these codes:
    ///   - `not_met` if the two have not met at the meetup, or if it has not taken place
    ///   - `not_in_time` outside of the two weeks after the meetup
    ///   - `already_rated` if the user has rated the person for this meetup.
    public func rate(
        _ person: UserID, at meetup: MeetupID, _ entry: RatingEntry, key: IdempotencyKey
    ) async throws -> GivenRating {
        let request = GiveRatingRequest(of: person, at: meetup, entry)
        return try await client.send(Endpoint<GivenRating>(RatingRoutes.give).json(request).idempotent(key))
    }

    /// Changes a rating, and returns it.
    ///
    /// - Throws: A problem with code `rating_final` if the rating is shown, or is older than a day. In both cases the
    ///   user may still change ``RatingEntry/meetAgain``.
    public func edit(_ rating: UserRatingID, _ entry: RatingEntry, key: IdempotencyKey) async throws -> GivenRating {
        try await client.send(
            Endpoint<GivenRating>(RatingRoutes.edit, parameters: ["rating_id": rating.rawValue])
                .json(entry).idempotent(key))
    }

    /// Reports that the user has met a person at a meetup. The report counts once the other person reports it too.
    ///
    /// - Throws: A problem with code `not_in_time` before the meetup begins, and two weeks after its end. A problem
    ///   with code `not_met` if the meetup has not taken place.
    public func sayMet(_ person: UserID, at meetup: MeetupID, key: IdempotencyKey) async throws {
        let parameters = ["meetup_id": meetup.rawValue, "user_id": person.rawValue]
        _ = try await client.send(
            Endpoint<MessageData>(RatingRoutes.met, parameters: parameters).idempotent(key))
    }
}
