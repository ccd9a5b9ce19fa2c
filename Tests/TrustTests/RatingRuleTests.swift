import Foundation
import OrbitModels
import Testing

@testable import Trust

/// The weights of single votes, to 1/65,536 of a vote.
@Suite struct RatingRuleTests {
    private static let day0 = Date(timeIntervalSince1970: 1_767_225_600)
    /// The weight of a rater with ten confirmations who knows no other rater: 10 / (10 + 5).
    private static let whole: Int64 = 43_690

    private struct Vote {
        let rater: Int
        let meetup: Int
        let day: Double
    }

    /// - Parameters:
    ///   - friends: The days on which raters have met other raters.
    ///   - isConfirmedByRated: Whether the rated person has confirmed the raters.
    private static func evidence(
        _ votes: [Vote], others: Int = 10, friends: [Int: [Int: Double]] = [:], isConfirmedByRated: Bool = false
    ) throws -> RatingEvidence {
        let stars = try #require(Stars(5))
        func date(_ day: Double) -> Date { day0.addingTimeInterval(day * 86_400) }
        let networks = Set(votes.map(\.rater)).map { rater in
            var met: [UserID: Date] = ["me": date(-90)]
            var confirmed = (0..<others).map { (UserID("other \(rater) \($0)"), date(-90)) }
            if isConfirmedByRated { confirmed.append(("me", date(-90))) }
            for (friend, day) in friends[rater] ?? [:] { met[UserID("rater \(friend)")] = date(day) }
            return RaterNetwork(
                rater: UserID("rater \(rater)"), met: met, confirmed: Dictionary(uniqueKeysWithValues: confirmed))
        }
        let received = votes.map {
            CountedRating(
                rater: UserID("rater \($0.rater)"), meetup: MeetupID("meetup \($0.meetup)"), stars: stars,
                shownAt: date($0.day))
        }
        let today = date(10_000).dayNumber
        return ReceivedEvidence(of: "me", received: received, networks: networks, today: today, .standard).evidence
    }

    /// Six guests rate at each of three meetups, 40 days apart.
    private static let sixes = (0..<18).map { Vote(rater: $0, meetup: $0 / 6, day: Double($0 / 6 * 40)) }

    /// The days on which raters of the same meetup have met: `before` days before the meetup.
    private static func met(before: Double) -> [Int: [Int: Double]] {
        var met: [Int: [Int: Double]] = [:]
        for one in 0..<18 {
            for other in 0..<18 where other != one && other / 6 == one / 6 {
                met[one, default: [:]][other] = Double(one / 6 * 40) - before
            }
        }
        return met
    }

    @Test func `the people who have confirmed a rater make the vote count`() throws {
        let votes = (0..<5).map { Vote(rater: $0, meetup: $0, day: Double($0)) }
        #expect(try Self.evidence(votes).votes == 5 * Self.whole)
        #expect(try Self.evidence(votes, others: 5).votes == 5 * 32_768)
        #expect(try Self.evidence(votes, others: 0).votes == 0)
    }

    @Test func `the rated person does not confirm their raters`() throws {
        let votes = (0..<5).map { Vote(rater: $0, meetup: $0, day: Double($0)) }
        #expect(try Self.evidence(votes, isConfirmedByRated: true).votes == Self.evidence(votes).votes)
    }

    @Test func `a vote fades with the rater's newest rating`() throws {
        let old = (0..<5).map { Vote(rater: $0, meetup: $0, day: 0) }
        let new = (0..<5).map { Vote(rater: $0, meetup: 5 + $0, day: 360) }
        #expect(try Self.evidence(old + new).votes == 5 * Self.whole)
    }

    @Test func `guests remain strangers if one of them rates again later`() throws {
        let later = [0, 6, 12, 18, 19].map { Vote(rater: $0, meetup: 10 + $0, day: 200) }
        let votes = Self.sixes + later
        let met = Self.met(before: 0)
        #expect(try Self.evidence(votes, friends: met).votes == Self.evidence(votes).votes)
    }

    @Test func `ten votes within a week count as four, and twenty within two weeks as eight`() throws {
        let week = (0..<10).map { Vote(rater: $0, meetup: $0, day: Double($0 % 7)) }
        #expect((262_100...262_144).contains(try Self.evidence(week).votes))
        let weeks = week + week.map { Vote(rater: $0.rater + 10, meetup: $0.meetup, day: $0.day + 7) }
        #expect((524_200...524_288).contains(try Self.evidence(weeks).votes))
    }

    @Test func `a vote counts half after a year and nothing after five`() throws {
        func votes(days: Double) throws -> RatingEvidence {
            try Self.evidence(
                (0..<10).map { Vote(rater: $0, meetup: $0, day: $0 < 5 ? 0 : days) })
        }
        #expect(try votes(days: 29).votes == 10 * Self.whole)
        #expect(try votes(days: 360).votes == 5 * Self.whole + 5 * (Self.whole / 2))
        #expect(try votes(days: 1_799).people == 10)
        #expect(try votes(days: 1_800).people == 5)
    }

    @Test func `guests who meet at a meetup and rate there are strangers to each other`() throws {
        let strangers = try Self.evidence(Self.sixes).votes
        #expect(try Self.evidence(Self.sixes, friends: Self.met(before: 0)).votes == strangers)
        #expect(try Self.evidence(Self.sixes, friends: Self.met(before: 15)).votes == strangers)
    }

    @Test func `guests who had met before know each other, and six of them are four votes`() throws {
        let strangers = Double(try Self.evidence(Self.sixes).votes)
        let known = Double(try Self.evidence(Self.sixes, friends: Self.met(before: 16)).votes)
        #expect(abs(known / strangers - 4.0 / 6) < 0.001)
    }

    @Test func `raters who are listed in their own circle are not their own acquaintances`() throws {
        let four = (0..<16).map { Vote(rater: $0, meetup: $0, day: Double($0 / 4 * 40)) }
        var met: [Int: [Int: Double]] = [:]
        for one in 0..<16 { for other in 0..<16 where other / 4 == one / 4 { met[one, default: [:]][other] = -50 } }
        // Circles of four count as four votes. A fifth member would make each vote count less.
        #expect(try Self.evidence(four, friends: met).votes == Self.evidence(four).votes)
    }

    @Test func `raters who have met elsewhere know each other, whenever it was`() throws {
        let apart = (0..<18).map { Vote(rater: $0, meetup: $0, day: Double($0 / 6 * 40)) }
        let strangers = try Self.evidence(apart).votes
        #expect(Double(try Self.evidence(apart, friends: Self.met(before: 0)).votes) < 0.7 * Double(strangers))
    }

    @Test func `guests who rate two meetups together know each other, whatever is known of them`() throws {
        let again = Self.sixes.map { Vote(rater: $0.rater, meetup: $0.meetup + 3, day: $0.day + 5) }
        #expect(
            Double(try Self.evidence(Self.sixes + again).votes) < 0.7 * Double(try Self.evidence(Self.sixes).votes))
    }

    @Test func `a distant vote pulls no more than a vote 1.25 stars away`() {
        func mean(_ stars: SIMD8<Int64>, _ rules: RatingParameters = .standard) -> Double {
            Posterior(RatingEvidence(stars: stars &* 65_536), campus: .none, rules).mean
        }
        let (near, far): (SIMD8<Int64>, SIMD8<Int64>) = ([0, 0, 4, 0, 20, 0, 0, 0], [4, 0, 0, 0, 20, 0, 0, 0])
        #expect(abs(mean(near) - mean(far)) < 1e-6)
        var plain = RatingParameters()
        plain.reach = .infinity
        #expect(mean(near, plain) - mean(far, plain) > 0.2)
        // Computed by hand: the plain mean of 4 and 20 votes with 6 votes of the campus.
        #expect(abs(mean(near, plain) - (4 * 3 + 20 * 5 + 6 * CampusRatings.none.mean) / 30) < 1e-3)
        #expect(mean(far) < mean([0, 0, 0, 4, 20, 0, 0, 0]))
    }

    @Test func `nothing is shown of fewer than three votes, or two years after the last batch`() throws {
        func isNew(votes: Int64, days: Int32) -> Bool {
            let evidence = RatingEvidence(stars: [0, 0, 0, 0, votes, 0, 0, 0], people: 9, day: 1_000)
            return RatingSummary(evidence, campus: .none, today: 1_000 + days, tags: [], .standard).isNew
        }
        #expect(isNew(votes: 196_607, days: 1) && !isNew(votes: 196_608, days: 1))
        #expect(!isNew(votes: 196_608, days: 730) && isNew(votes: 196_608, days: 731))
    }

    @Test func `shares are shown from ten people on`() throws {
        func shown(_ people: Int32) throws -> ShownRatings {
            let evidence = RatingEvidence(stars: [0, 0, 0, 0, 655_360, 0, 0, 0], people: people, day: 1_000)
            return try #require(
                RatingSummary(evidence, campus: .none, today: 1_001, tags: [], .standard).shown)
        }
        #expect(try shown(9).tenths == nil && shown(9).people == .fiveOrMore)
        #expect(try shown(10).tenths?.count == 5 && shown(10).people == .tenOrMore)
        #expect(try shown(200).people == .twentyFiveOrMore)
    }
}
