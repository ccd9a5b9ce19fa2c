public import Observation
public import OrbitModels
public import Presentation

/// The people who are suggested for a meetup of the user, with an action to invite them.
@MainActor @Observable public final class SuggestedPeopleViewModel {
    /// The suggested people, the best first. A person who is invited, sends a request or attends is removed.
    public let people: PagedList<SuggestedPerson>
    /// The model that sends the invitations. Its `refused` contains the people who could not be invited.
    public let invitations: SentInvitationsViewModel

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(
        for meetup: MeetupID, service: MeetupSuggestionService, invitations: SentInvitationsViewModel, log: EventLog
    ) {
        self.invitations = invitations
        people = PagedList(.suggestedPeople(for: meetup), on: log) { _ in try await service.people(for: meetup) }
    }

    /// Loads the suggestions.
    public func load() async { await people.load() }

    /// Sends a normal invitation to a suggested person.
    @discardableResult
    public func invite(_ suggestion: SuggestedPerson) async -> ActionOutcome {
        await invitations.invite([suggestion.id])
    }
}
