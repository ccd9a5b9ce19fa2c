import Testing

@testable import Trust

@Suite struct RatingCountTests {
    private static let most = 1_000_000_000_000

    @Test func `the counts of a campus are limited, and unknown stars are ignored`() {
        #expect(CampusRatings(counts: [1, -2, .max]).counts == [1, 0, Self.most, 0, 0])
        #expect(CampusRatings(counts: [1, 2, 3, 4, 5, 6]).counts == [1, 2, 3, 4, 5])
        var campus = CampusRatings(counts: [1, 2, Self.most])
        for (stars, difference) in [(1, 1), (2, -3), (3, 1), (5, 4), (0, 9), (6, 9), (1, Int.max)] {
            campus.count(stars: stars, by: difference)
        }
        #expect(campus.counts == [2, 0, Self.most, 0, 4])
    }

    @Test func `the mean of a campus without ratings is four stars`() {
        #expect(abs(CampusRatings.none.mean - 4) < 0.001)
    }

    @Test func `the deviation of the mean is that of the votes, divided by the root of one more vote`() {
        var rules = RatingParameters()
        (rules.campusVotes, rules.reach) = (0, .infinity)
        let stars: SIMD8<Int64> = [5, 0, 0, 0, 5, 0, 0, 0]
        let posterior = Posterior(RatingEvidence(stars: stars &* 65_536), campus: .none, rules)
        #expect(abs(posterior.mean - 3) < 1e-5)
        // The variance of the votes is 4, and there are ten.
        #expect(abs(posterior.deviation - (4.0 / 11).squareRoot()) < 1e-5)
    }

    /// Each row differs from the next in one respect, and the later respects would order them in reverse.
    @Test func `ratings are ordered by day, rater, meetup, stars and tags`() {
        let rows = [
            VoteRow(day: 0, rater: 9, meetup: 9, stars: 9, tags: 9),
            VoteRow(day: 1, rater: 0, meetup: 9, stars: 9, tags: 9),
            VoteRow(day: 1, rater: 1, meetup: 0, stars: 9, tags: 9),
            VoteRow(day: 1, rater: 1, meetup: 1, stars: 0, tags: 9),
            VoteRow(day: 1, rater: 1, meetup: 1, stars: 1, tags: 0),
            VoteRow(day: 1, rater: 1, meetup: 1, stars: 1, tags: 1),
        ]
        for (one, first) in rows.enumerated() {
            for (other, second) in rows.enumerated() { #expect((first < second) == (one < other)) }
        }
    }
}
