import Foundation
import Matching
import OrbitModels
import Testing
import TimeAndChance

@Suite struct CompatibilityIndexTests {
    /// The sizes are close to those of words, batches and chunks.
    @Test(arguments: [0, 1, 2, 49, 50, 51, 63, 64, 65, 127, 128, 129, 255, 256, 2_047, 2_048, 2_049, 3_000])
    func `the best matches equal those of an exhaustive search`(size: Int) throws {
        var campus = RandomPeople(seed: UInt64(size) + 1)
        var (index, ranking) = (CompatibilityIndex(), ExhaustiveRanking())
        for _ in 0..<size { Self.insert(&campus, &index, &ranking) }
        #expect(index.count == size)
        for slot in [0, size / 2, size - 1] where slot >= 0 {
            try Self.expectSame(index.best(50, for: slot), ranking.best(50, for: slot), in: ranking, for: slot)
        }
    }

    @Test(arguments: [1, 20, 500] as [Int], [1, 2, 3] as [UInt64])
    func `people are ranked as by a new index after insertions, updates and removals`(vocabulary: Int, seed: UInt64)
        throws
    {
        var campus = RandomPeople(seed: seed, vocabulary: vocabulary)
        var (index, ranking) = (CompatibilityIndex(), ExhaustiveRanking())
        for step in 0..<900 {
            let slots = ranking.people.keys.sorted()
            if slots.isEmpty || campus.chance(0.55) {
                Self.insert(&campus, &index, &ranking)
            } else {
                let slot = slots[campus.number(0...(slots.count - 1))]
                if campus.chance(0.5) {
                    let isGone = index.remove(slot)
                    #expect(isGone)
                    ranking.people[slot] = nil
                } else {
                    let traits = campus.traits()
                    let isChanged = index.update(slot, to: traits)
                    #expect(isChanged)
                    ranking.people[slot] = traits
                }
            }
            guard step % 90 == 0, let slot = ranking.people.keys.min() else { continue }
            try Self.expectSame(index.best(20, for: slot), ranking.best(20, for: slot), in: ranking, for: slot)
        }
        #expect(index.count == ranking.people.count)
    }

    @Test func `equal people are ordered by their slots`() {
        var index = CompatibilityIndex()
        let traits = RankTraits(interests: [1, 2], hours: HourSet("mon 9-12") ?? HourSet())
        for _ in 0..<300 { index.insert(traits) }
        #expect(index.best(5, for: 2).map(\.slot) == [0, 1, 3, 4, 5])
        #expect(index.best(300, for: 299).map(\.slot) == Array(0..<299))
        let all = index.best(300, for: 7)
        #expect(Set(all.map(\.score)).count == 1)
        #expect(all[0] > all[1] && !(all[0] < all[0]))
    }

    @Test func `people are not suggested to themselves, and a large request returns all other people`() {
        var campus = RandomPeople(seed: 5)
        var index = CompatibilityIndex()
        for _ in 0..<130 { index.insert(campus.traits()) }
        #expect(Set(index.best(1_000, for: 64).map(\.slot)) == Set(0..<130).subtracting([64]))
        #expect(index.best(0, for: 64).isEmpty)
        #expect(index.best(-1, for: 64).isEmpty)
    }

    @Test func `a single person has no matches`() {
        var index = CompatibilityIndex()
        #expect(index.best(5, for: RankTraits()).isEmpty)
        let alone = index.insert(RankTraits(interests: [1]))
        #expect(index.best(5, for: alone).isEmpty)
        #expect(index.best(5, for: RankTraits(interests: [1])).map(\.slot) == [alone])
    }

    @Test func `people without answers are ranked last`() throws {
        var index = CompatibilityIndex()
        let blank = index.insert(RankTraits())
        let mine = index.insert(RankTraits(interests: [1]))
        let like = index.insert(RankTraits(interests: [1]))
        let best = index.best(5, for: mine)
        #expect(best.map(\.slot) == [like, blank])
        #expect(best.last?.score == 0)
        #expect(index.best(5, for: blank).map(\.score) == [0, 0])
    }

    /// Apart from the hours, the 300 other people match slightly better. A search could therefore exclude the person by
    /// the upper bound of the score alone.
    @Test(arguments: ["mon 9-10", "mon 9-12", "mon-sun 6-24"])
    func `free hours that are not shared add a small score, and missing hours add nothing`(hours: String) throws {
        var index = CompatibilityIndex()
        let home = HomeGrid().square(of: try #require(Coordinates(latitude: 42.45, longitude: -76.48)))
        func traits(_ slider: Double, _ hours: String) -> RankTraits {
            let slider = UnitInterval(slider)
            return RankTraits(
                personality: Personality(
                    introvertExtrovert: slider, spontaneousPlanner: slider, activeRelaxed: slider),
                hours: HourSet(hours) ?? HourSet(), home: home)
        }
        for _ in 0..<300 { index.insert(traits(0.5, "")) }
        let free = index.insert(traits(0.49, hours))
        let best = index.best(2, for: traits(0.5, "tue 1-5"))
        #expect(best.map(\.slot) == [free, 0])
        #expect(best.map { ($0.score * 10_000).rounded() } == [3_303, 3_200])
    }

    @Test func `a reused slot has no traces of its previous person`() {
        var index = CompatibilityIndex()
        let mine = index.insert(RankTraits(interests: [1, 2]))
        let gone = index.insert(RankTraits(interests: [1, 2]))
        index.remove(gone)
        #expect(!index.contains(gone))
        #expect(index.best(5, for: mine).isEmpty)
        #expect(index.best(5, for: gone).isEmpty)
        let new = index.insert(RankTraits(interests: [3]))
        #expect(new == gone)
        #expect(index.best(5, for: mine).map(\.score) == [0])
    }

    @Test(arguments: [-1, 1, 64, 5_000, Int.max, Int.min])
    func `requests for a vacant slot do not trap`(slot: Int) {
        var index = CompatibilityIndex()
        index.insert(RankTraits())
        #expect(!index.contains(slot))
        let isChanged = index.update(slot, to: RankTraits())
        let isGone = index.remove(slot)
        #expect(!isChanged && !isGone)
        #expect(index.best(5, for: slot).isEmpty)
        #expect(index.count == 1)
    }

    @Test func `only admitted people are returned`() {
        var index = CompatibilityIndex()
        for _ in 0..<200 { index.insert(RankTraits(interests: [1])) }
        let best = index.best(3, for: 0) { $0 % 50 == 0 }
        #expect(best.map(\.slot) == [50, 100, 150])
    }

    @Test func `people with very many interests and hours are ranked as by an exhaustive search`() throws {
        var (index, ranking) = (CompatibilityIndex(), ExhaustiveRanking())
        var campus = RandomPeople(seed: 9, vocabulary: 60)
        for _ in 0..<300 {
            var traits = campus.traits()
            traits.interests = (0..<60).filter { _ in campus.chance(0.7) }
            traits.hours = HourSet(
                Weekday.allCases.flatMap { day in
                    (0..<24).compactMap { campus.chance(0.6) ? HourOfWeek(day, hour: $0) : nil }
                })
            let slot = index.insert(traits)
            ranking.people[slot] = traits
        }
        for slot in [0, 150, 299] {
            try Self.expectSame(index.best(20, for: slot), ranking.best(20, for: slot), in: ranking, for: slot)
        }
    }

    @Test func `repeated interests count once, and only the first 64 interests count`() {
        var index = CompatibilityIndex()
        let mine = index.insert(RankTraits(interests: [Int.max, Int.max, Int.min]))
        let same = index.insert(RankTraits(interests: [Int.min, Int.max]))
        let many = index.insert(RankTraits(interests: Array(0..<1_000)))
        #expect(index.best(1, for: mine).map(\.slot) == [same])
        let whole = ExhaustiveRanking.weights.interests
        #expect(index.best(1, for: mine).allSatisfy { abs($0.score - whole) < 1e-9 })
        let first64 = index.best(1, for: RankTraits(interests: Array(0..<64)))
        #expect(first64.map(\.slot) == [many])
        #expect(first64.allSatisfy { abs($0.score - whole) < 1e-9 })
    }

    @Test(arguments: [0, -1, Double.nan, .infinity, -.infinity, 1e300, .leastNonzeroMagnitude])
    func `scores of invalid weights are from 0 to 1 and never NaN`(value: Double) {
        let weights = RankWeights(
            personality: value, interests: value, availability: 1, groupSize: value, meetingFrequency: value,
            preferredTimes: value, distance: value)
        var campus = RandomPeople(seed: 3)
        var index = CompatibilityIndex(
            weights: weights, interestWeights: [Int.max, Int.min, 0], otherWeight: -1)
        for _ in 0..<100 { index.insert(campus.traits()) }
        let best = index.best(100, for: 0)
        #expect(best.count == 99)
        #expect(best.allSatisfy { (0...1.000_001).contains($0.score) })
    }

    @Test func `weights without a positive value are all 0`() {
        let weights = RankWeights(
            personality: 0, interests: -1, availability: .nan, groupSize: .infinity, meetingFrequency: 0,
            preferredTimes: 0, distance: 0)
        #expect(weights.personality == 0 && weights.availability == 0 && weights.distance == 0)
        var index = CompatibilityIndex(weights: weights)
        let mine = index.insert(RankTraits(interests: [1]))
        index.insert(RankTraits(interests: [1]))
        #expect(index.best(1, for: mine).map(\.score) == [0])
    }

    /// One person shares interest 0, and one shares interest 1. The query has both.
    @Test(
        arguments: [
            ([30, 10], 16, [9.0 / 35, 3.0 / 25]), ([30], 10, [9.0 / 35, 3.0 / 25]), ([1_000, 5_000], 16, [0.2, 0.2]),
            ([1, -5], 16, [0.2, 0.2]), ([1], 0, [0.2, 0.2]), ([1_000], 2_000, [0.2, 0.2]),
        ] as [([Int], Int, [Double])])
    func `interests count by their weights from 1 to 1,000, and others by the other weight`(
        weights: [Int], other: Int, scores: [Double]
    ) {
        var index = CompatibilityIndex(interestWeights: weights, otherWeight: other)
        index.insert(RankTraits(interests: [0]))
        index.insert(RankTraits(interests: [1]))
        let best = index.best(2, for: RankTraits(interests: [0, 1]))
        #expect(best.map(\.slot) == [0, 1])
        for (found, expected) in zip(best, scores) { #expect(abs(found.score - expected) < 1e-9) }
    }

    @Test func `an index of exactly one chunk does not contain the slot after its last`() {
        var index = CompatibilityIndex()
        for _ in 0..<2_048 { index.insert(RankTraits()) }
        #expect(index.contains(2_047) && !index.contains(2_048))
    }

    @Test func `a copy is independent of the original`() {
        var index = CompatibilityIndex()
        let mine = index.insert(RankTraits(interests: [1]))
        let other = index.insert(RankTraits(interests: [1]))
        let copy = index
        index.remove(other)
        #expect(copy.best(5, for: mine).map(\.slot) == [other])
        #expect(index.best(5, for: mine).isEmpty)
    }

    @Test func `an index needs less than 60 bytes for each person`() {
        var campus = RandomPeople(seed: 1)
        var index = CompatibilityIndex()
        for _ in 0..<4_096 { index.insert(campus.traits()) }
        #expect(index.byteCount / index.count < 60)
    }

    private static func insert(
        _ campus: inout RandomPeople, _ index: inout CompatibilityIndex, _ ranking: inout ExhaustiveRanking
    ) {
        let traits = campus.traits()
        let slot = index.insert(traits)
        #expect(ranking.people[slot] == nil)
        ranking.people[slot] = traits
    }

    /// Compares with a tolerance. The sums are rounded in another order, so scores may differ in the last digits, as
    /// may the order of people with such scores.
    private static func expectSame(
        _ found: [RankedSlot], _ expected: [(slot: Int, score: Double)], in ranking: ExhaustiveRanking, for slot: Int
    ) throws {
        let all = ranking.best(.max, for: slot)
        let scores = Dictionary(uniqueKeysWithValues: all.map { ($0.slot, $0.score) })
        #expect(found.count == expected.count)
        #expect(Set(found.map(\.slot)).count == found.count)
        #expect(found == found.sorted(by: >))
        for (found, expected) in zip(found, expected) {
            #expect(abs(found.score - expected.score) < 1e-9)
            #expect(abs(found.score - (try #require(scores[found.slot]))) < 1e-9)
        }
    }
}
