import Testing

@testable import Matching

@Suite struct PeopleChunkTests {
    @Test func `a cleared lane equals a vacant lane`() {
        let weights = InterestWeights([10, 20, 30], other: 1)
        let traits = CodedTraits(
            sliders: Sliders((0.25, 0.5, 0.75)), interests: [(1, 20), (2, 30)], hours: (7, 0, 1),
            social: SocialCode(bits: 1), home: HomeSquare(row: 3, column: 5, columns: 9))
        var chunk = PeopleChunk()
        chunk.fill(4, with: traits, steps: TraitSteps(interestStep: weights.step))
        chunk.clear(4)
        let vacant = PeopleChunk()
        #expect(chunk.isVacant(4))
        #expect(chunk.hourRows == vacant.hourRows && chunk.interestRows.isEmpty)
        #expect(chunk.interestTotals == vacant.interestTotals && chunk.hourCounts == vacant.hourCounts)
        #expect(chunk.sliders.allSatisfy { $0.isNaN })
        #expect(chunk.homes == vacant.homes)
    }

    @Test(arguments: [(0, 0), (15, 0), (16, 1), (239, 14), (240, 15), (255, 15), (256, 15), (60_000, 15)])
    func `a total of interests is rounded down to one of sixteen steps`(total: Int, step: Int) {
        #expect(TraitSteps(interestStep: 16).interests(total) == step)
    }

    @Test(arguments: [(0, 0), (1, 1), (3, 1), (4, 2), (6, 3), (19, 6), (20, 7), (168, 7)])
    func `a number of hours is rounded down to one of eight steps`(count: Int, step: Int) {
        #expect(TraitSteps(interestStep: 16).hours(count) == step)
    }
}
