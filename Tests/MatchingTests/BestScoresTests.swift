import Testing
import TimeAndChance

@testable import Matching

@Suite struct BestScoresTests {
    @Test func `the threshold is the worst of the best scores, once there are enough`() {
        var best = BestScores(capacity: 2)
        #expect(best.threshold == -.infinity)
        best.offer(RankedSlot(slot: 0, score: 0.5))
        #expect(best.threshold == -.infinity)
        best.offer(RankedSlot(slot: 1, score: 0.7))
        #expect(best.threshold == 0.5)
        best.offer(RankedSlot(slot: 2, score: 0.6))
        #expect(best.threshold == 0.6)
        #expect(best.ranking.map(\.slot) == [1, 2])
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `the best scores are the first of a sorted list`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let all = (0..<200).map { RankedSlot(slot: $0, score: Double(Int.random(in: 0...60, using: &random))) }
        var best = BestScores(capacity: 9)
        for candidate in all where candidate.score > best.threshold { best.offer(candidate) }
        #expect(best.ranking == Array(all.sorted(by: >).prefix(9)))
    }
}
