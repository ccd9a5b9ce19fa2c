import Matching
import OrbitModels
import Testing
import TimeAndChance

/// People who are equal except for a few traits of some of them.
@Suite struct EqualPeopleTests {
    @Test(arguments: 0..<12 as Range<UInt64>)
    func `the best of nearly equal people are found, in the order of their slots`(seed: UInt64) {
        var campus = RandomPeople(seed: seed)
        var index = CompatibilityIndex()
        let (usual, mine) = (campus.traits(), campus.traits())
        for _ in 0..<2_100 {
            index.insert(campus.chance(0.003) ? Self.changed(usual, as: campus.traits(), &campus) : usual)
        }
        // Fewer than ten people are changed, so the usual people tie. A search for all people has no threshold, and so
        // excludes no person.
        #expect(index.best(10, for: mine) == Array(index.best(2_100, for: mine).prefix(10)))
        #expect(index.best(10, for: 1) == Array(index.best(2_100, for: 1).prefix(10)))
    }

    private static func changed(
        _ traits: RankTraits, as other: RankTraits, _ campus: inout RandomPeople
    ) -> RankTraits {
        var traits = traits
        switch campus.number(0...5) {
        case 0: traits.personality = other.personality
        case 1: traits.interests = other.interests
        case 2: traits.hours = other.hours
        case 3: traits.preferences = other.preferences
        case 4: traits.home = other.home
        default: traits.interests += other.interests.prefix(1)
        }
        return traits
    }
}
