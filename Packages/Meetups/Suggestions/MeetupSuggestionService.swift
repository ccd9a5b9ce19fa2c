public import Networking
public import OrbitModels

/// A service that suggests meetups to people and people to hosts. Both need the consent of the person.
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

    /// Returns the meetups that suit the user, the best first. Without the user's consent, the list is empty.
    public func suggested() async throws -> Response<SuggestedMeetups> {
        try await client.response(Endpoint(MeetupSuggestionRoutes.suggested))
    }

    /// Returns the people who suit a meetup of the user and agree to be suggested, the best first.
    public func people(for meetup: MeetupID) async throws -> Response<Page<SuggestedPerson>> {
        try await client.response(
            Endpoint(MeetupSuggestionRoutes.people, parameters: ["meetup_id": meetup.rawValue]))
    }

    /// Returns the consent of the user.
    public func consent() async throws -> Response<Keyed<SuggestionConsent>> {
        try await client.response(Endpoint(MeetupSuggestionRoutes.consent))
    }

    /// Replaces the consent of the user. The change takes effect at once.
    @discardableResult
    public func agree(to consent: SuggestionConsent, key: IdempotencyKey? = nil) async throws -> SuggestionConsent {
        var endpoint = try Endpoint<Keyed<SuggestionConsent>>(MeetupSuggestionRoutes.setConsent).json(Keyed(consent))
        if let key { endpoint = endpoint.idempotent(key) }
        return try await client.send(endpoint).value
    }
}
