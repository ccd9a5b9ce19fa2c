import Foundation
import Meetups
import OrbitModels

extension ContractArea {
    /// `Docs/openapi/meetup-suggestions.yaml`.
    static let meetupSuggestions = {
        let reason = MeetupReason(.sport, interest: Interest("board_games"), sport: .tennis)
        let consent = SuggestionConsent(toMe: true)
        let (now, person) = (ContractSample.now, ContractSample.person)
        let meetup = TimeSpan(start: now, end: now.addingTimeInterval(3_600)).map { span in
            SuggestedMeetup(
                MeetupListing(
                    meetup: Meetup(
                        id: "1", hostID: "2",
                        plan: MeetupPlan(title: "Chess", eventType: .social, span: span, timeZone: .gmt), createdAt: now
                    ),
                    host: person, link: "x"),
                reasons: [reason])
        }
        let suggested = SuggestedPerson(person, reasons: [reason])
        return ContractArea(
            routes: MeetupSuggestionRoutes.all,
            lists: [.suggestionConsent, .suggestedMeetups, .suggestedPeople],
            words: [MeetupReasonCode.self],
            full: [
                ("MeetupReason", reason), ("SuggestionConsent", consent), ("ConsentData", Keyed(consent)),
                ("SuggestedMeetup", meetup),
                ("SuggestedMeetups", meetup.map { SuggestedMeetups([$0], isWanted: true) }),
                ("SuggestedPerson", suggested), ("SuggestedPeoplePage", Page([suggested], nextCursor: "x")),
            ])
    }()
}
