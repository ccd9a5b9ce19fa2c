import Networking
public import Observation
import OrbitModels
public import Presentation

/// The meetups that suit the user, if they want to know, and what they agree to.
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
    private let actions: ActionRunner<Consenting>

    private enum Consenting { case all }

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: MeetupSuggestionService, log: PersonLog) {
        self.service = service
        actions = ActionRunner(log: log)
        resource = Resource(.suggestedMeetups, on: log) { Snapshot(try await service.suggested()) }
        consenting = Resource(.suggestionConsent, on: log) {
            let response = try await service.consent()
            return Snapshot(response.value.value, at: response.receipt?.at)
        }
    }

    /// What suits the user, the best first.
    public var suggested: LoadState<SuggestedMeetups> { resource.state }

    /// The suggestions, without what is wrong with them.
    public var suggestions: [SuggestedMeetup] { suggested.value?.suggestions.elements ?? [] }

    /// What the user agrees to.
    public var consent: LoadState<SuggestionConsent> { consenting.state }

    /// Whether what the user agrees to is being saved.
    public var isSaving: Bool { !actions.inFlight.isEmpty }

    /// What went wrong last with saving, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Asks the server.
    public func load() async {
        await consenting.load()
        await resource.load()
    }

    /// Replaces what the user agrees to. What was said last is what holds.
    @discardableResult
    public func agree(to consent: SuggestionConsent) async -> ActionOutcome {
        await actions.enqueue(.all, expecting: [.agreed(to: consent)]) { [service] key in
            [.agreed(to: try await service.agree(to: consent, key: key))]
        }
    }
}
