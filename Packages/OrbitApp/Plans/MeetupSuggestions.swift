public import Meetups
public import OrbitModels

extension AppModel {
    /// The meetups that suit the user, if they want to know, and what they agree to. Load it.
    public func suggestedMeetups() -> SuggestedMeetupsViewModel {
        SuggestedMeetupsViewModel(service: personal.plans.suggestions, log: personal.log)
    }

    /// The people who are suggested for a meetup of the user's. Load it.
    public func suggestedPeople(for meetup: MeetupID) -> SuggestedPeopleViewModel {
        SuggestedPeopleViewModel(
            for: meetup, service: personal.plans.suggestions, invitations: personal.sentInvitations(to: meetup),
            log: personal.log)
    }
}
