import Networking
public import Observation
import OrbitModels
public import Presentation

/// The meetups that suit the user, and the user's consent to suggestions.
///
/// ```swift
/// let suggested = SuggestedMeetupsViewModel(service: MeetupSuggestionService(client: client), log: log)
/// await suggested.load()
/// await suggested.agree(to: SuggestionConsent(toMe: true))  // the suggestions come by themselves
/// ```
@MainActor @Observable public final class SuggestedMeetupsViewModel {
    private let resource: Resource<SuggestedMeetups>
    private let consenting: Resource<SuggestionConsent>
    private let service: MeetupSuggestionService
    private let actions: ActionRunner<ConsentAction>

    private enum ConsentAction { case all }

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: MeetupSuggestionService, log: EventLog) {
        self.service = service
        actions = ActionRunner(log: log)
        resource = Resource(.suggestedMeetups, on: log) { Snapshot(try await service.suggested()) }
        consenting = Resource(.suggestionConsent, on: log) {
            let response = try await service.consent()
            return Snapshot(response.value.value, at: response.receipt?.at)
        }
        // No event announces the suggestions of a new day.
        log.storage.add(resource, as: "suggested_meetups", reloads: true)
        log.storage.add(consenting, as: "suggestion_consent")
    }

    /// The suggestions with their state of loading, the best first.
    public var suggested: LoadState<SuggestedMeetups> { resource.state }

    /// The suggestions that could be decoded, the best first.
    public var suggestions: [SuggestedMeetup] { suggested.value?.suggestions.elements ?? [] }

    /// The consent of the user.
    public var consent: LoadState<SuggestionConsent> { consenting.state }

    /// Whether a change of the consent is being saved.
    public var isSaving: Bool { !actions.inFlight.isEmpty }

    /// The failure of the last save. The next save clears it.
    public var failure: Failure? { actions.failure }

    /// Loads the consent and the suggestions.
    public func load() async {
        await consenting.load()
        await resource.load()
    }

    /// Replaces the consent of the user. The latest of several calls takes effect.
    @discardableResult
    public func agree(to consent: SuggestionConsent) async -> ActionOutcome {
        await actions.enqueue(.all, expecting: [.agreed(to: consent)]) { [service] key in
            [.agreed(to: try await service.agree(to: consent, key: key))]
        }
    }
}
