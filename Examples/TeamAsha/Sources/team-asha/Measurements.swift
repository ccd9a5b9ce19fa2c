import Foundation
import Randonneuring
import TimeAndChance

/// The durations of the rules on generated data. They differ between machines and runs.
enum Measurements {
    /// The number of rounds. Other programs on the machine lengthen some of them.
    private static let rounds = 15

    /// Prints the shortest and the median duration of each rule.
    ///
    /// - Returns: Whether the shortest durations are within the limits. The limits are those of a release build.
    static func run() -> Bool {
        var random = SplitMix64(seed: 1)
        let rides = (0..<1_000_000).map { _ in
            Ride(
                start: Date(timeIntervalSince1970: Double.random(in: 0..<1_700_000_000, using: &random)),
                distance: Double.random(in: 0..<200, using: &random))
        }
        let more = (0..<100_000).map { Ride(start: Date(timeIntervalSince1970: Double($0) * 17_011), distance: 91) }
        let seasons = (0..<10_000).map { number in
            RiderSeason(
                rider: "rider \(number)", kilometres: Int.random(in: 200...9_000, using: &random),
                brevets: Int.random(in: 1...20, using: &random), longest: 600)
        }
        var ledger = RideLedger(rides)
        var ranks = 0
        let results = [
            isWithin(.milliseconds(50), "1,000,000 activities to the Eddington number") {
                ledger = RideLedger(rides)
                return ledger.eddington(in: .kilometres).number
            },
            isWithin(.microseconds(1), "One more activity", count: more.count) {
                var copy = ledger
                for ride in more { copy.add(ride) }
                return copy.eddington(in: .miles).number
            },
            isWithin(.milliseconds(10), "Leaderboard of 10,000 riders") {
                ranks = Leaderboard(seasons).rows.last?.rank ?? 0
                return ranks
            },
        ]
        return results.allSatisfy(\.self)
    }

    /// Measures some work, prints its durations, and returns whether the shortest is within a limit.
    ///
    /// - Parameters:
    ///   - limit: The longest duration of one operation.
    ///   - name: The name of the operation.
    ///   - count: The number of operations of the work.
    ///   - work: The work. It returns a number that depends on all of its steps, so that none is optimized away.
    private static func isWithin(_ limit: Duration, _ name: String, count: Int = 1, _ work: () -> Int) -> Bool {
        let clock = SystemClock()
        var checksum = 0
        let durations = (0..<rounds).map { _ in
            let start = clock.uptime
            checksum &+= work()
            return (clock.uptime - start) / count
        }.sorted()
        let (shortest, median) = (durations[0], durations[rounds / 2])
        print("\(name): \(shortest), median \(median), limit \(limit), checksum \(checksum)")
        return shortest <= limit
    }
}
