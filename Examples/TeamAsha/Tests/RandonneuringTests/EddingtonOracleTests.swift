import Foundation
import Randonneuring
import Testing
import TimeAndChance

@Suite struct EddingtonOracleTests {
    /// A rider whose ledger differs from the oracle, for the report of a failure.
    private struct Difference: Hashable {
        let seed: UInt64
        let unit: DistanceUnit
        let ledger: String
        let number: Int
    }

    private func compare(_ ledger: RideLedger, with oracle: PlainCount, seed: UInt64) -> [Difference] {
        DistanceUnit.allCases.compactMap { unit in
            let expected = oracle.eddington(in: unit)
            let actual = ledger.eddington(in: unit)
            let isEqual = actual.number == expected.number && actual.daysTowardsNext == expected.daysTowardsNext
            return isEqual
                ? nil
                : Difference(
                    seed: seed, unit: unit, ledger: "\(actual.number), \(actual.daysTowardsNext)",
                    number: expected.number)
        }
    }

    @Test func `the numbers of ten thousand riders equal a plain count, in both units`() {
        var differences: [Difference] = []
        var numbers: Set<Int> = []
        for seed in UInt64(0)..<10_000 {
            var rider = CarelessRider(seed: seed)
            let rides = rider.rides()
            let ledger = RideLedger(rides)
            numbers.insert(ledger.eddington(in: .kilometres).number)
            differences += compare(ledger, with: PlainCount(rides), seed: seed)
        }
        #expect(differences.isEmpty)
        #expect(numbers.count > 15)  // the riders differ
    }

    @Test func `a ledger that grows ride by ride in any order equals a plain count`() {
        var differences: [Difference] = []
        for seed in UInt64(0)..<1_000 {
            var rider = CarelessRider(seed: seed)
            let rides = rider.rides()
            var order = SplitMix64(seed: seed)
            var ledger = RideLedger()
            for ride in rides.shuffled(using: &order) { ledger.add(ride) }
            differences += compare(ledger, with: PlainCount(rides), seed: seed)
        }
        #expect(differences.isEmpty)
    }

    @Test func `a ledger without the removed rides equals a plain count of the other rides`() {
        var differences: [Difference] = []
        for seed in UInt64(0)..<1_000 {
            var rider = CarelessRider(seed: seed)
            let rides = rider.rides()
            var ledger = RideLedger(rides)
            let removed = Set(rides.prefix(rides.count / 2).map { $0.start.timeIntervalSince1970.rounded(.down) })
            for ride in rides where removed.contains(ride.start.timeIntervalSince1970.rounded(.down)) {
                ledger.remove(startedAt: ride.start)
            }
            let others = rides.filter { !removed.contains($0.start.timeIntervalSince1970.rounded(.down)) }
            differences += compare(ledger, with: PlainCount(others), seed: seed)
        }
        #expect(differences.isEmpty)
    }
}
