public import Meetups
public import OrbitModels

extension SignedInUser {
    /// The meetups that suit the user, if they want to know, and what they agree to. Load it.
    public func suggestedMeetups() -> SuggestedMeetupsViewModel {
        SuggestedMeetupsViewModel(service: plans.suggestions, log: log)
    }

    /// The people who are suggested for a meetup of the user's. Load it.
    public func suggestedPeople(for meetup: MeetupID) -> SuggestedPeopleViewModel {
        SuggestedPeopleViewModel(
            for: meetup, service: plans.suggestions, invitations: sentInvitations(to: meetup), log: log)
    }
}
