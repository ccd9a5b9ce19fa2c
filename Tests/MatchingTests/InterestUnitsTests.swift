import Testing
import TimeAndChance

@testable import Matching

@Suite struct InterestUnitsTests {
    @Test(arguments: 0..<200 as Range<UInt64>)
    func `the units of up to 15 interests fit into four bits and state at least the weights`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let weights = (0..<Int.random(in: 1...15, using: &random)).map { _ in Int.random(in: 1...9, using: &random) }
        let units = InterestUnits(weights)
        let counts = weights.indices.map { index in
            units.interests.enumerated().reduce(0) { $0 + ($1.element.contains(index) ? 1 << $1.offset : 0) }
        }
        #expect(counts.reduce(0, +) <= 15, "\(weights)")
        for (count, weight) in zip(counts, weights) {
            #expect(Double(count) * units.weight >= Double(weight) - 1e-9, "\(weights)")
        }
    }

    /// 7 and 9 would be 16 units of weight 1.
    @Test(
        arguments: [
            ([1, 2, 3], 1), ([7, 8], 1), ([7, 9], 1.8), (Array(repeating: 3, count: 16), 3), ([], 1),
        ] as [([Int], Double)])
    func `the unit is the weight that overstates the total least in up to 15 units`(weights: [Int], unit: Double) {
        #expect(InterestUnits(weights).weight == unit)
    }
}
