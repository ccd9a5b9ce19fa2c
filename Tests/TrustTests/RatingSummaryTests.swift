import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import Trust

@Suite struct RatingSummaryTests {
    private static let day0 = Date(timeIntervalSince1970: 1_767_225_600)

    private static func day(_ day: Double) -> Date { day0.addingTimeInterval(day * 86_400) }

    private static func rating(_ rater: Int, _ meetup: Int, _ stars: Int, day: Double, tags: [String] = []) throws
        -> CountedRating
    {
        CountedRating(
            rater: UserID("rater \(rater)"), meetup: MeetupID("meetup \(meetup)"), stars: try #require(Stars(stars)),
            tags: tags, shownAt: Self.day(day))
    }

    /// Raters with ten confirmations each.
    private static func networks(_ raters: Range<Int>) -> [RaterNetwork] {
        raters.map { rater in
            let others = Dictionary(uniqueKeysWithValues: (0..<10).map { (UserID("other \(rater) \($0)"), day0) })
            return RaterNetwork(rater: UserID("rater \(rater)"), met: others, confirmed: others)
        }
    }

    private static func summary(
        _ ratings: [CountedRating], networks: [RaterNetwork] = RatingSummaryTests.networks(0..<100), now: Double = 400
    ) -> RatingSummary {
        RatingSummary(of: "me", received: ratings, networks: networks, campus: .none, now: day(now))
    }

    @Test func `a person is new until five people of three meetups have rated`() throws {
        let five = try (0..<5).map { try Self.rating($0, $0, 5, day: Double($0)) }
        #expect(Self.summary([]).isNew)
        #expect(Self.summary(Array(five.prefix(4))).isNew)
        #expect(!Self.summary(five).isNew)
        #expect(try Self.summary((0..<5).map { try Self.rating($0, $0 % 2, 5, day: Double($0)) }).isNew)
        #expect(try Self.summary((0..<20).map { try Self.rating(1, $0, 5, day: Double($0)) }).isNew)
    }

    @Test func `shown ratings change only in whole batches`() throws {
        var ratings = try (0..<5).map { try Self.rating($0, $0, 5, day: Double($0)) }
        let first = Self.summary(ratings)
        for rater in 5..<9 {
            ratings.append(try Self.rating(rater, rater, 1, day: Double(rater)))
            #expect(Self.summary(ratings) == first)
        }
        ratings.append(try Self.rating(9, 9, 1, day: 9))
        let second = Self.summary(ratings)
        #expect(try #require(second.shown).mean < #require(first.shown).mean)
    }

    @Test func `a further batch needs three further meetups`() throws {
        let first = try (0..<5).map { try Self.rating($0, $0, 5, day: Double($0)) }
        let second = try (5..<11).map { try Self.rating($0, 20 + $0 % 2, 1, day: Double($0)) }
        #expect(Self.summary(first + second) == Self.summary(first))
        let third = try Self.rating(11, 30, 1, day: 11)
        #expect(Self.summary(first + second + [third]) != Self.summary(first))
    }

    private static func evidence(_ ratings: [CountedRating]) -> RatingEvidence {
        ReceivedEvidence(
            of: "me", received: ratings, networks: networks(0..<10), today: day(100).dayNumber, .standard
        ).evidence
    }

    @Test func `a rating that is received twice counts once`() throws {
        let ratings = try (0..<6).map { try Self.rating($0, $0, 1 + $0 % 5, day: Double($0)) }
        #expect(Self.evidence(ratings).people == 5)
        #expect(Self.evidence(ratings + ratings) == Self.evidence(ratings))
    }

    /// A vote with ten confirmations weighs 43,690.
    @Test func `the vote of a rater is divided among the stars of their ratings`() throws {
        let ratings = try (0..<5).map { try Self.rating($0, $0, 5, day: 0) }
        let other = try Self.rating(0, 9, 1, day: 0)
        #expect(Self.evidence(ratings + [other]).stars == [21_845, 0, 0, 0, 196_605, 0, 0, 0])
    }

    @Test func `a rating counts from the day after its disclosure, and never before its date`() throws {
        let ratings = try (0..<5).map { try Self.rating($0, $0, 5, day: 20.5) }
        #expect(Self.summary(ratings, now: 20.9).isNew)
        #expect(!Self.summary(ratings, now: 21).isNew)
        #expect(Self.summary(ratings, now: 3).isNew)
    }

    @Test func `later meetings of raters change nothing that is shown`() throws {
        let ratings = try (0..<12).map { try Self.rating($0, $0, 1, day: Double($0)) }
        let later = Self.networks(0..<12).map { network in
            RaterNetwork(
                rater: network.rater,
                met: network.met.merging((0..<12).map { (UserID("rater \($0)"), Self.day(50)) }) { first, _ in first },
                confirmed: network.confirmed.merging([UserID("new \(network.rater)"): Self.day(50)]) { first, _ in first
                }
            )
        }
        #expect(Self.summary(ratings, networks: later) == Self.summary(ratings))
        let earlier = later.map { network in
            RaterNetwork(
                rater: network.rater, met: network.met.mapValues { _ in Self.day0 }, confirmed: network.confirmed)
        }
        #expect(Self.summary(ratings, networks: earlier) != Self.summary(ratings))
    }

    @Test func `several meetups with one rater are one vote`() throws {
        let ratings = try (0..<10).map { try Self.rating($0, $0, 5, day: Double($0)) }
        let often = try ratings + (10..<40).map { try Self.rating(0, $0, 1, day: 9) }
        let received = { (all: [CountedRating]) in
            ReceivedEvidence(
                of: "me", received: all, networks: Self.networks(0..<10), today: Self.day(100).dayNumber, .standard
            ).evidence
        }
        #expect(received(often).votes - received(ratings).votes < 65_536)
        #expect(received(often).people == 10 && received(ratings).people == 10)
    }

    @Test func `a circle of acquaintances counts as at most four votes, and strangers count fully`() throws {
        let ratings = try (0..<40).map { try Self.rating($0, $0, 5, day: Double($0 * 7)) }
        let clique = (0..<40).map { rater in
            RaterNetwork(
                rater: UserID("rater \(rater)"),
                met: Dictionary(
                    uniqueKeysWithValues: (0..<40).filter { $0 != rater }.map { (UserID("rater \($0)"), Self.day0) }),
                confirmed: Dictionary(
                    uniqueKeysWithValues: (0..<60).map { (UserID("other \(rater) \($0)"), Self.day0) }))
        }
        let votes = { (networks: [RaterNetwork]) in
            Double(
                ReceivedEvidence(
                    of: "me", received: ratings, networks: networks, today: Self.day(400).dayNumber, .standard
                ).evidence.votes) / 65_536
        }
        #expect(votes(clique) < 4)
        #expect(votes(Self.networks(0..<40)) > 20)
        #expect(votes([]) == 0)
    }

    @Test func `old ratings fade, and after two years without new ones nothing is shown`() throws {
        let old = try (0..<20).map { try Self.rating($0, $0, 1, day: Double($0)) }
        let new = try (20..<40).map { try Self.rating($0, $0, 5, day: Double(1_000 + $0 * 7)) }
        let both = try #require(Self.summary(old + new, now: 1_300).shown)
        #expect(both.mean >= 4)
        #expect(!Self.summary(old, now: 400).isNew)
        #expect(Self.summary(old, now: 800).isNew)
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func `the order of ratings and networks does not matter`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let campus = RatedCampus(seed: seed, honest: CollusionAttack.good, meetups: 20)
        let networks = campus.networks
        let straight = ReceivedEvidence(
            of: RatedCampus.person, received: campus.received, networks: networks, today: RatedCampus.now.dayNumber,
            .standard)
        let shuffled = ReceivedEvidence(
            of: RatedCampus.person, received: campus.received.shuffled(using: &random),
            networks: networks.shuffled(using: &random), today: RatedCampus.now.dayNumber, .standard)
        #expect(straight.evidence == shuffled.evidence)
        #expect(straight.evidence.votes > 0)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `everything shown is rounded and in range`(seed: UInt64) throws {
        let campus = RatedCampus(
            seed: seed, honest: seed % 2 == 0 ? CollusionAttack.good : CollusionAttack.poor, meetups: 40)
        let shown = try #require(campus.summary.shown)
        for value in [shown.mean, shown.low, shown.high] {
            #expect((1...5).contains(value) && (value * 2).rounded() == value * 2)
        }
        #expect(shown.low <= shown.mean && shown.mean <= shown.high)
        #expect(CountBand.known.contains(shown.people))
        let tenths = try #require(shown.tenths)
        #expect(tenths.count == 5 && tenths.reduce(0, +) == 10 && tenths.allSatisfy { $0 >= 0 })
    }

    @Test func `a tag is shown once three people of two meetups gave it`() throws {
        let plain = try (3..<8).map { try Self.rating($0, $0, 5, day: 9) }
        let tagged = { (raters: Int, meetups: Int) in
            try plain + (0..<raters).map { try Self.rating($0, 50 + $0 % meetups, 5, day: 1, tags: ["friendly"]) }
        }
        #expect(try Self.summary(tagged(2, 2)).shown?.tags == [])
        #expect(try Self.summary(tagged(3, 1)).shown?.tags == [])
        #expect(try Self.summary(tagged(3, 2)).shown?.tags == ["friendly"])
    }

    @Test func `the three most frequent tags are shown, and of equally frequent tags the first`() throws {
        let tags = [
            ["apt", "brave", "daring"], ["apt", "brave", "daring"], ["apt", "brave", "daring"],
            ["brave", "calm", "daring"], ["brave", "calm"], ["calm"],
        ]
        let ratings = try tags.enumerated().map { rater, tags in try Self.rating(rater, rater, 5, day: 1, tags: tags) }
        #expect(Self.summary(ratings).shown?.tags == ["brave", "daring", "apt"])
    }

    @Test func `ratings of oneself are left out, and strange dates and numbers do not trap`() throws {
        let stars = try #require(Stars(5))
        let own = (0..<9).map {
            CountedRating(rater: "me", meetup: MeetupID("\($0)"), stars: stars, shownAt: Self.day0)
        }
        #expect(Self.summary(own).isNew)
        for date in [
            Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .nan), Date(timeIntervalSince1970: .infinity),
            Date(timeIntervalSince1970: -.infinity),
        ] {
            let ratings = (0..<9).map {
                CountedRating(rater: UserID("rater \($0)"), meetup: MeetupID("\($0)"), stars: stars, shownAt: date)
            }
            _ = Self.summary(ratings)
            _ = RatingSummary(of: "me", received: ratings, networks: Self.networks(0..<9), campus: .none, now: date)
        }
        for counts in [[-5, .max, .max, .max, .max, 7], [], [Int.min]] {
            let campus = CampusRatings(counts: counts)
            #expect((1...5).contains(campus.mean))
            #expect(campus.shares.allSatisfy { (0...65_536).contains($0) })
        }
        var campus = CampusRatings(counts: [0, 0, 0, 0, .max])
        campus.count(stars: 5, by: .max)
        campus.count(stars: 0)
        campus.count(stars: 6, by: -1)
        campus.count(stars: 1, by: .min)
        #expect(campus.counts[0] == 0)
    }

    @Test func `only the newest thousand ratings of a person are weighed`() throws {
        let stars = try #require(Stars(4))
        let many = (0..<3_000).map {
            CountedRating(
                rater: UserID("rater \($0)"), meetup: MeetupID("\($0 / 9)"), stars: stars,
                shownAt: Self.day(Double($0 / 10)))
        }
        let evidence = ReceivedEvidence(
            of: "me", received: many, networks: Self.networks(1_000..<3_000), today: Self.day(400).dayNumber, .standard
        ).evidence
        #expect(evidence.people == 1_000)
    }
}
