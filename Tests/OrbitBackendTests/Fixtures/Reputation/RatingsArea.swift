import Foundation
import OrbitModels
import Reputation

extension ContractArea {
    /// `Docs/openapi/ratings.yaml`.
    static let ratings = {
        let (now, person) = (ContractSample.now, ContractSample.person)
        let meetup = PastMeetup(id: "3", title: "Chess", endedAt: now)
        let entry = RatingEntry(stars: 5, tags: [.friendly], note: "x", meetAgain: true)
        let due = DueRating(person: person, meetup: meetup, rateBy: now)
        let rating = Stars(5).map {
            UserRating(
                id: "1", raterID: "2", rateeID: "1", meetupID: "3", stars: $0, tags: [.friendly], note: "x",
                createdAt: now, editableUntil: now, shownAt: now)
        }
        let given = rating.map { GivenRating(rating: $0, person: person, meetup: meetup, meetAgain: true) }
        let received = rating.map { ReceivedRating(rating: $0, person: person, meetup: meetup) }
        return ContractArea(
            routes: RatingRoutes.all,
            events: .ratings,
            lists: [.dueRatings, .givenRatings, .receivedRatings],
            words: [RatingTag.self],
            full: [
                ("RatingEntry", entry), ("GiveRatingRequest", GiveRatingRequest(of: "1", at: "3", entry)),
                ("UserRating", rating), ("PastMeetup", meetup), ("DueRating", due), ("GivenRating", given),
                ("ReceivedRating", received), ("DueRatingsPage", Page([due], nextCursor: "x")),
                ("GivenRatingsPage", given.map { Page([$0], nextCursor: "x") }),
                ("ReceivedRatingsPage", received.map { Page([$0], nextCursor: "x") }),
            ])
    }()
}
