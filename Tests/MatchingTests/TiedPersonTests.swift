import OrbitModels
import Testing

@testable import Matching

@Suite struct TiedPersonTests {
    private let weights = InterestWeights([], other: 16)
    private let usual = RankTraits(
        personality: Personality(
            introvertExtrovert: UnitInterval(0.25), spontaneousPlanner: UnitInterval(0.5),
            activeRelaxed: UnitInterval(0.75)),
        interests: [1, 2], hours: HourSet("mon 9-12") ?? HourSet(),
        preferences: SocialPreferences(groupSize: .small))

    /// The usual person with one change each. The totals, the shared values, or both differ.
    private var others: [RankTraits] {
        let changes: [(inout RankTraits) -> Void] = [
            { $0.personality.introvertExtrovert = UnitInterval(0.5) },
            { $0.personality.spontaneousPlanner = UnitInterval(0.25) },
            { $0.personality.activeRelaxed = UnitInterval(0.25) },
            { $0.interests = [1, 3] }, { $0.interests = [1, 2, 9] }, { $0.interests = [1, 2, 3] },
            { $0.hours = HourSet("mon 10-13") ?? HourSet() }, { $0.hours = HourSet("mon 9-12, tue 9-10") ?? HourSet() },
            { $0.preferences.groupSize = .large },
            { $0.home = HomeSquare(row: 3, column: 5, columns: 9) },
        ]
        return changes.map { change in
            var traits = usual
            change(&traits)
            return traits
        }
    }

    @Test func `only people who equal a tied person are dropped`() {
        let people = (0..<150).map { $0 % 3 == 0 ? usual : others[$0 % others.count] }
        var chunk = PeopleChunk()
        for (lane, traits) in people.enumerated() {
            chunk.fill(lane, with: CodedTraits(traits, weights: weights), steps: TraitSteps(interestStep: 16))
        }
        let mine = RankTraits(interests: [1, 2, 3], hours: HourSet("mon 9-14") ?? HourSet())
        let query = RankQuery(CodedTraits(mine, weights: weights), ownSlot: nil)
        var rows = ContiguousArray<UInt64>(repeating: 0, count: 3 * PeopleChunk.rowWords)
        for (lane, traits) in people.enumerated() {
            for (row, interest) in mine.interests.enumerated() where traits.interests.contains(interest) {
                rows[row * PeopleChunk.rowWords + lane / 64] |= 1 << UInt64(lane % 64)
            }
        }

        var lanes = ContiguousArray(people.indices.map { UInt16($0) })
        var bounds = ContiguousArray(people.indices.map { UInt32($0) })
        let tied = TiedPerson(0, in: chunk, rows, query)
        let kept = tied.dropEqual(people.count, in: chunk, rows, query, &lanes, &bounds)
        let expected = people.indices.filter { $0 % 3 != 0 }
        #expect(lanes[..<kept].map { Int($0) } == expected)
        #expect(bounds[..<kept].map { Int($0) } == expected)
    }
}
