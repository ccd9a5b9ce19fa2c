import Foundation
import OrbitModels
import TimeAndChance

@testable import Trust

/// A campus on which a person is rated by honest people and by attackers.
struct RatedCampus {
    static let start = Date(timeIntervalSince1970: 1_767_225_600)
    /// The day of the evaluation.
    static let now = start.addingTimeInterval(301 * 86_400)
    static let person: UserID = "the person rated"

    /// The beginning of a day after ``start``.
    static func date(_ day: Double) -> Date { start.addingTimeInterval(day * 86_400) }

    var random: SplitMix64
    private(set) var received: [CountedRating] = []
    private(set) var met: [UserID: [UserID: Date]] = [:]
    private(set) var confirmed: [UserID: [UserID: Date]] = [:]
    /// The evidence of the last batch.
    private(set) var published = RatingEvidence.none
    /// The weight that the last batch has published, by rating.
    private var weights: [String: RaterWeight] = [:]
    private var meetups = 0
    /// The chance of each number of stars that an honest rater gives.
    private let honest: [Double]

    /// Creates a campus with the honest ratings of 300 days.
    ///
    /// - Parameters:
    ///   - seed: The seed of the random numbers.
    ///   - honest: The chance of each number of stars.
    ///   - meetups: The number of meetups that the person attends in 300 days, each with five guests. Half of the
    ///     guests belong to a circle of ten friends, and half are strangers. Six in ten guests rate.
    init(seed: UInt64, honest: [Double], meetups: Int) {
        random = SplitMix64(seed: seed)
        self.honest = honest
        for stranger in 0..<150 {
            acquaint(UserID("stranger \(stranger)"), people: Int.random(in: 4...20, using: &random))
        }
        for place in 0..<meetups {
            let day = Double(place * 300 / max(1, meetups))
            let friends = (0..<10).map { UserID("friend \($0)") }.shuffled(using: &random).prefix(
                Int.random(in: 1...4, using: &random))
            let guests =
                friends
                + (0..<5 - friends.count).map { _ in UserID("stranger \(Int.random(in: 0..<150, using: &random))") }
            let rating = Array(Set(guests)).sorted().filter { _ in Int.random(in: 0..<10, using: &random) < 6 }
            meet(Array(guests), day: day) { rating.contains($0) ? $1.drawnStars() : nil }
        }
        for friend in 0..<10 { acquaint(UserID("friend \(friend)"), people: 8) }
    }

    /// The mean that honest raters give.
    var truth: Double { zip(1...5, honest).reduce(0) { $0 + Double($1.0) * $1.1 } }

    mutating func drawnStars() -> Int {
        var draw = Double.random(in: 0..<1, using: &random)
        for (place, chance) in honest.enumerated() {
            if draw < chance { return place + 1 }
            draw -= chance
        }
        return 5
    }

    /// Lets the guests meet the person and each other, and rate the person.
    mutating func meet(_ guests: [UserID], day: Double, stars: (UserID, inout RatedCampus) -> Int?) {
        meetups += 1
        let date = Self.date(day)
        for one in guests {
            for other in guests + [Self.person] where other != one {
                met[one, default: [:]][other] = min(met[one]?[other] ?? date, date)
            }
            guard let count = stars(one, &self), let stars = Stars(count) else { continue }
            received.append(
                CountedRating(rater: one, meetup: MeetupID("meetup \(meetups)"), stars: stars, shownAt: date))
        }
    }

    /// Lets a person meet `people` others of the campus at the start. Each of these confirms the person by a rating.
    mutating func acquaint(_ person: UserID, people: Int) {
        for _ in 0..<people {
            note(person, met: UserID("other \(Int.random(in: 0..<2_000, using: &random))"))
        }
    }

    /// Lets a person check in where `people` others of the campus are. These do not confirm the person.
    mutating func checkIn(_ person: UserID, people: Int) {
        for _ in 0..<people {
            checkIn(person, with: UserID("other \(Int.random(in: 0..<2_000, using: &random))"))
        }
    }

    /// Records a check-in at the start, without a confirmation.
    mutating func checkIn(_ one: UserID, with other: UserID) { met[one, default: [:]][other] = Self.start }

    /// Records a meeting at the start, with a confirmation by `other`.
    mutating func note(_ one: UserID, met other: UserID) {
        met[one, default: [:]][other] = Self.start
        confirmed[one, default: [:]][other] = Self.start
    }

    func posteriorMean(_ rules: RatingParameters = .standard) -> Double {
        Posterior(evidence(rules), campus: .none, rules).mean
    }

    /// The evidence on the day of ``now``.
    func evidence(_ rules: RatingParameters = .standard) -> RatingEvidence {
        var campus = self
        campus.publish(today: Self.now, rules)
        return campus.published
    }

    /// Publishes the ratings before a day, as ``PublishedRatings`` does, if a batch is complete.
    mutating func publish(today: Date, _ rules: RatingParameters = .standard) {
        let batch = ReceivedBatch(
            of: Self.person, received: received, after: published.day, today: today.dayNumber, rules)
        guard batch.isNew else { return }
        let known = ReceivedEvidence(of: batch, networks: networks, weights: weights, rules)
        (published, weights) = (known.evidence, known.weights)
    }

    /// Erases an account. Ratings by it, and the confirmations of its meetings, stay under a pseudonym.
    mutating func erase(_ person: UserID) {
        let pseudonym = UserID("erased \(person)")
        received = received.map { rating in
            guard rating.rater == person else { return rating }
            return CountedRating(
                id: rating.id, rater: pseudonym, meetup: rating.meetup, stars: rating.stars, tags: rating.tags,
                shownAt: rating.shownAt, isRaterErased: true)
        }
        met[person] = nil
        met[pseudonym] = [:]
        confirmed[pseudonym] = confirmed.removeValue(forKey: person)
        for (rater, others) in confirmed {
            guard let date = others[person] else { continue }
            confirmed[rater]?[person] = nil
            confirmed[rater]?[pseudonym] = date
        }
    }

    var summary: RatingSummary {
        RatingSummary(of: Self.person, received: received, networks: networks, campus: .none, now: Self.now)
    }

    var networks: [RaterNetwork] {
        met.map { RaterNetwork(rater: $0.key, met: $0.value, confirmed: confirmed[$0.key] ?? [:]) }
    }

    /// The plain mean of all ratings, which most systems show; 0 without ratings.
    var plainMean: Double {
        received.isEmpty ? 0 : Double(received.map(\.stars.count).reduce(0, +)) / Double(received.count)
    }

    /// The lower bound of Wilson's interval for the mean as a share of the way from 1 to 5.
    var wilsonBound: Double {
        guard !received.isEmpty else { return 1 }
        return 1 + 4 * TrustFacts.Wilson.bounds(share: (plainMean - 1) / 4, of: Double(received.count)).low
    }
}
