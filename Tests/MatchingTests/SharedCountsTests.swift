import OrbitModels
import Testing
import TimeAndChance

@testable import Matching

@Suite struct SharedCountsTests {
    /// The same counts are used for chunk after chunk, with more and more shared interests and hours.
    @Test(arguments: 0..<4 as Range<UInt64>)
    func `units up to 15 and hours up to 31 are counted exactly, and more counts as the maximum`(seed: UInt64) {
        var random = RandomPeople(seed: seed)
        var counts = SharedCounts()
        for (interests, share) in [(30, 0.8), (18, 0.4), (6, 0.1)] {
            let units = InterestUnits((0..<interests).map { _ in random.number(1...4) })
            let rows = ContiguousArray(
                (0..<interests * PeopleChunk.rowWords).map { _ in random.random.next() | random.random.next() })
            let people = (0..<200).map { _ in Self.coded(random.hours(share)) }
            var chunk = PeopleChunk()
            for (lane, traits) in people.enumerated() {
                chunk.fill(lane, with: traits, steps: TraitSteps(interestStep: 16))
            }
            let asked = Self.coded(random.hours(0.4)).hourNumbers
            counts.countUnits(rows, units)
            counts.countHours(asked, in: chunk)
            for (lane, traits) in people.enumerated() {
                let shared = (0..<interests).filter { Self.bit(lane, of: $0, in: rows) == 1 }
                let total = shared.reduce(0) { $0 + Self.units(of: $1, in: units) }
                let hours = Set(asked).intersection(traits.hourNumbers).count
                #expect(Self.count(0..<4, lane, in: counts) == min(total, 15))
                #expect(Self.count(4..<9, lane, in: counts) == min(hours, 31))
            }
        }
    }

    private static func coded(_ hours: HourSet) -> CodedTraits {
        CodedTraits(RankTraits(hours: hours), weights: InterestWeights([], other: 16))
    }

    private static func units(of interest: Int, in units: InterestUnits) -> Int {
        units.interests.indices.reduce(0) { $0 + (units.interests[$1].contains(interest) ? 1 << $1 : 0) }
    }

    private static func bit(_ lane: Int, of row: Int, in rows: ContiguousArray<UInt64>) -> Int {
        Int(rows[row * PeopleChunk.rowWords + lane / 64] >> UInt64(lane % 64) & 1)
    }

    private static func count(_ planes: Range<Int>, _ lane: Int, in counts: SharedCounts) -> Int {
        planes.reduce(0) { $0 + bit(lane, of: $1, in: counts.words) << ($1 - planes.lowerBound) }
    }
}
