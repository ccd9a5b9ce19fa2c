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
}
