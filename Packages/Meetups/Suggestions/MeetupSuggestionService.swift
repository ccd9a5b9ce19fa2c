public import Networking
public import OrbitModels

/// Suggests meetups to people and people to hosts, as far as they have agreed.
///
/// ```swift
/// try await service.agree(to: SuggestionConsent(toMe: true))
/// for suggestion in try await service.suggested().value.suggestions.elements {
///     print(suggestion.listing.meetup.plan.title, suggestion.reasons.map { $0.phrase(for: .guest) })
/// }
/// ```
public struct MeetupSuggestionService: Sendable {
    private let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// The meetups that suit the user, the best first; none without consent.
    public func suggested() async throws -> Response<SuggestedMeetups> {
        try await client.response(Endpoint(MeetupSuggestionRoutes.suggested))
    }

    /// The people who have agreed to be suggested and whose interests fit a meetup of the user's, the best first.
    public func people(for meetup: MeetupID) async throws -> Response<Page<SuggestedPerson>> {
        try await client.response(
            Endpoint(MeetupSuggestionRoutes.people, parameters: ["meetup_id": meetup.rawValue]))
    }

    /// What the user has agreed to.
    public func consent() async throws -> Response<Named<SuggestionConsent>> {
        try await client.response(Endpoint(MeetupSuggestionRoutes.consent))
    }

    /// Replaces what the user has agreed to; it holds at once.
    @discardableResult
    public func agree(to consent: SuggestionConsent, key: IdempotencyKey? = nil) async throws -> SuggestionConsent {
        var endpoint = try Endpoint<Named<SuggestionConsent>>(MeetupSuggestionRoutes.setConsent).json(Named(consent))
        if let key { endpoint = endpoint.idempotent(key) }
        return try await client.send(endpoint).value
    }
}
