import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import Trust

/// Raters whose accounts are erased after a batch, so that the remaining accounts can confirm further raters.
@Suite struct ErasedGenerationTests {
    private static let accounts = (0..<20).map { UserID("attacker \($0)") }
    private static let leastVotes = Int64(RatingParameters.standard.leastVotes)
    private static let campus = RatedCampus(seed: 1, stars: CollusionAttack.good, raters: 0)

    /// Sizes of two and of three generations; a batch has five raters.
    private static var generations: [[Int]] {
        let sizes = [5, 6, 10]
        let pairs = sizes.flatMap { first in sizes.map { [first, $0] } }
        let triples = pairs.flatMap { pair in sizes.map { pair + [$0] } }
        return (pairs + triples).filter { $0.reduce(0, +) <= accounts.count }
    }

    @Test func `ratings by twenty accounts in generations that are erased after each batch are not shown`() {
        for sizes in Self.generations {
            var (campus, left, day) = (Self.campus, Self.accounts[...], 0.0)
            for size in sizes {
                let raters = left.prefix(size)
                left = left.dropFirst(size)
                for rater in raters {
                    for helper in left { campus.note(rater, met: helper) }
                    campus.meet([rater], day: day) { _, _ in 5 }
                    day += 1
                }
                let before = campus.published.day
                campus.publish(today: RatedCampus.date(day))
                #expect(campus.published.day > before)
                #expect(campus.published.votes < Self.leastVotes, "\(sizes)")
                for rater in raters { campus.erase(rater) }
            }
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `erasures in any order give twenty accounts no more votes than without erasures`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var (staying, erasing) = (Self.campus, Self.campus)
        var left = Self.accounts.shuffled(using: &random)[...]
        var (present, day) = ([UserID](), 0.0)
        while left.count > 5, let rater = left.popFirst() {
            for helper in left {
                staying.note(rater, met: helper)
                erasing.note(rater, met: helper)
            }
            staying.meet([rater], day: day) { _, _ in 5 }
            erasing.meet([rater], day: day) { _, _ in 5 }
            present.append(rater)
            day += Double(Int.random(in: 1...5, using: &random))
            staying.publish(today: RatedCampus.date(day))
            erasing.publish(today: RatedCampus.date(day))
            #expect(erasing.published.votes <= staying.published.votes)
            #expect(staying.published.votes < Self.leastVotes)
            let erased = present.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
            for one in erased { erasing.erase(one) }
            present.removeAll { erased.contains($0) }
        }
        #expect(staying.published.people == 15)
    }

    @Test func `ratings of erased accounts weigh the same in the next batch`() {
        let before = RatedCampus(seed: 3, stars: CollusionAttack.good, raters: 9, confirmations: 8...8)
        let days = 310..<315
        func nextBatch(erasing erased: Range<Int>) -> RatingEvidence {
            var campus = before
            campus.publish(today: RatedCampus.now)
            for number in erased { campus.erase(UserID("honest \(number)")) }
            for day in days {
                let rater = UserID("later \(day)")
                for helper in 0..<8 { campus.note(rater, met: UserID("helper \(day) \(helper)")) }
                campus.meet([rater], day: Double(day)) { _, _ in 4 }
            }
            campus.publish(today: RatedCampus.date(Double(days.upperBound)))
            return campus.published
        }
        let evidence = nextBatch(erasing: 0..<0)
        #expect(evidence.people == 14 && evidence.votes > Self.leastVotes)
        #expect(nextBatch(erasing: 0..<9) == evidence)
    }
}
