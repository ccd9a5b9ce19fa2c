public import Observation
public import OrbitModels
public import Presentation

/// The people who are suggested for a meetup of the user's, to be invited.
@MainActor @Observable public final class SuggestedPeopleViewModel {
    /// The best first. A person who is invited, asks to come or is let in leaves the list.
    public let people: PagedList<SuggestedPerson>
    /// How people are invited, and who could not be.
    public let invitations: SentInvitationsViewModel

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(
        for meetup: MeetupID, service: MeetupSuggestionService, invitations: SentInvitationsViewModel, log: PersonLog
    ) {
        self.invitations = invitations
        people = PagedList(.suggestedPeople(for: meetup), on: log) { _ in try await service.people(for: meetup) }
    }

    /// Asks the server.
    public func load() async { await people.load() }

    /// Invites a person, as any other.
    @discardableResult
    public func invite(_ suggestion: SuggestedPerson) async -> ActionOutcome {
        await invitations.invite([suggestion.id])
    }
}
