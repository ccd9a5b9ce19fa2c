import OrbitModels
import Testing

@testable import Matching

/// The search excludes people by upper bounds of their scores, and must not exclude a person who scores higher.
@Suite struct SearchBoundsTests {
    @Test(arguments: 0..<400 as Range<UInt64>)
    func `a person is found after a full batch of people who score less`(seed: UInt64) {
        var random = RandomPeople(seed: seed, vocabulary: 24)
        let weights = Self.weights(&random)
        let interestWeights = (0..<20).map { _ in random.number(1...300) }
        func index(of people: [RankTraits]) -> CompatibilityIndex {
            var index = CompatibilityIndex(weights: weights, interestWeights: interestWeights)
            for traits in people { index.insert(traits) }
            return index
        }
        let mine = Self.traits(&random)
        let pair = [Self.traits(&random), Self.traits(&random)]
        // A search for everyone has no threshold, and so excludes no person.
        let ranking = index(of: pair).best(2, for: mine)
        guard ranking[0].score > ranking[1].score else { return }
        let people = Array(repeating: pair[ranking[1].slot], count: 128) + [pair[ranking[0].slot]]
        #expect(index(of: people).best(1, for: mine) == [RankedSlot(slot: 128, score: ranking[0].score)])
    }

    @Test func `people who share more hours than are counted are found by free time alone`() {
        var index = CompatibilityIndex(weights: Self.weights(personality: 0, interests: 0, availability: 1))
        for _ in 0..<128 { index.insert(RankTraits(hours: HourSet("tue 1-5") ?? HourSet())) }
        let free = RankTraits(hours: HourSet("mon-sun 6-24") ?? HourSet())
        let slot = index.insert(free)
        #expect(index.best(1, for: free).map(\.slot) == [slot])
    }

    @Test func `bounds are scores for the shared units or hours and the lowest totals of a step`() {
        let mine = RankTraits(interests: [0, 1], hours: HourSet("mon 9-21") ?? HourSet())
        let query = RankQuery(CodedTraits(mine, weights: InterestWeights([], other: 16)), ownSlot: nil)
        let formula = ReciprocalFormula(weights: Self.weights(personality: 1, interests: 1, availability: 2))
        let tables = BoundTables(formula, for: query, steps: TraitSteps(interestStep: 16))
        #expect(tables.bounds.count == 256 + 256 + 1_024)
        // Interests have a quarter of the weight. The index is 16 times the step of the total, plus the shared units.
        let interests = [0, 16, 16 + 1, 32 + 1, 15].map { tables.bounds[$0] }
        #expect(interests == [0, 0, 3_145_728, 2_097_152, 4_194_304])
        // Free time has half of the weight. The index is 32 times the step of the hours, plus the shared hours.
        let hours = [0, 32, 6, 32 * 7 + 31].map { tables.bounds[256 + $0] }
        #expect(hours == [0, 419_431, 7_969_178, 7_969_178])
        // A person without social answers, and a vacant lane.
        #expect(tables.bounds[512] == 4_194_305)
        #expect(tables.bounds[512 + 1_023] == 0)
        #expect([-.infinity, 0, 0.5].map(BoundTables.limit) == [0, 0, 8_388_608])
    }

    private static func weights(personality: Double, interests: Double, availability: Double) -> RankWeights {
        RankWeights(
            personality: personality, interests: interests, availability: availability, groupSize: 0,
            meetingFrequency: 0, preferredTimes: 0, distance: 0)
    }

    /// Returns weights of which about half are 0.
    private static func weights(_ random: inout RandomPeople) -> RankWeights {
        let weights = (0..<7).map { _ in random.chance(0.5) ? 0 : Double(random.number(1...10)) }
        return RankWeights(
            personality: weights[0], interests: weights[1], availability: weights[2], groupSize: weights[3],
            meetingFrequency: weights[4], preferredTimes: weights[5], distance: weights[6])
    }

    /// Returns the traits of a person who may have more interests and hours than the search counts.
    private static func traits(_ random: inout RandomPeople) -> RankTraits {
        var traits = random.traits()
        if random.chance(0.4) {
            traits.interests = (0..<random.vocabulary).filter { _ in random.chance(0.7) }
        }
        if random.chance(0.5) { traits.hours = random.hours(Double(random.number(1...9)) / 10) }
        return traits
    }
}
