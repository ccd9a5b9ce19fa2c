import Foundation
import OrbitModels
import TimeAndChance
import Trust

/// People of a campus who rate each other at meetups of six people during two years.
///
/// Seven in ten guests are from the 200 people around, and three in ten from the whole campus.
struct RatedPeople {
    /// The ratings that each person has received, by the person's number.
    private(set) var received: [[CountedRating]]
    /// The statistics of all ratings on the campus.
    private(set) var ratings = CampusRatings.none
    /// The date of each person's first meeting with another person.
    private var met: [UserID: [UserID: Date]] = [:]
    /// The raters of each person's latest 50 ratings, the number that the server reads.
    private var confirmed: [UserID: [UserID: Date]] = [:]

    /// Creates ratings that were all shown before `now`. Equal arguments create equal ratings.
    init(people: Int, ratings count: Int, until now: Date) {
        received = Array(repeating: [], count: people)
        var random = SplitMix64(seed: 11)
        var (made, meetup) = (0, 0)
        while made < count {
            meetup += 1
            let centre = Int.random(in: 0..<people, using: &random)
            let guests = (0..<6).map { _ in
                Int.random(in: 0..<10, using: &random) < 7
                    ? (centre + Int.random(in: 0..<200, using: &random)) % people
                    : Int.random(in: 0..<people, using: &random)
            }
            let shownAt = now.addingTimeInterval(Double.random(in: -730 ..< -1, using: &random) * 86_400)
            for rater in guests {
                for ratee in guests where rater != ratee && made < count {
                    guard let stars = Stars([5, 5, 5, 4, 4, 4, 4, 3, 3, 2, 1][Int.random(in: 0..<11, using: &random)])
                    else { continue }
                    add(stars, of: ratee, by: rater, at: MeetupID("m\(meetup)"), shownAt)
                    made += 1
                }
            }
        }
        for person in received.indices {
            let latest = received[person].sorted { $0.shownAt > $1.shownAt }.prefix(50)
            confirmed[Self.id(of: person)] = Dictionary(latest.map { ($0.rater, $0.shownAt) }) { min($0, $1) }
        }
    }

    static func id(of person: Int) -> UserID { UserID("p\(person)") }

    /// Returns the networks of the raters of a person, as the server reads them. They contain only people met who are
    /// also raters.
    func networks(ofRatersOf person: Int) -> [RaterNetwork] {
        let raters = Set(received[person].map(\.rater))
        return raters.map { rater in
            RaterNetwork(
                rater: rater, met: (met[rater] ?? [:]).filter { raters.contains($0.key) },
                confirmed: confirmed[rater] ?? [:])
        }
    }

    private mutating func add(_ stars: Stars, of ratee: Int, by rater: Int, at meetup: MeetupID, _ shownAt: Date) {
        let (one, other) = (Self.id(of: rater), Self.id(of: ratee))
        received[ratee].append(CountedRating(rater: one, meetup: meetup, stars: stars, shownAt: shownAt))
        ratings.count(stars: stars.count)
        for (mine, theirs) in [(one, other), (other, one)] {
            let first = met[mine]?[theirs] ?? shownAt
            met[mine, default: [:]][theirs] = min(first, shownAt)
        }
    }
}
