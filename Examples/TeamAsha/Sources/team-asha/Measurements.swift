import Foundation
import Randonneuring
import TimeAndChance

/// The durations of the rules on generated data. They differ between machines and runs.
enum Measurements {
    /// Prints the duration of each rule.
    static func run() {
        var random = SplitMix64(seed: 1)
        let rides = (0..<1_000_000).map { _ in
            Ride(
                start: Date(timeIntervalSince1970: Double.random(in: 0..<1_700_000_000, using: &random)),
                distance: Double.random(in: 0..<200, using: &random))
        }
        var ledger = RideLedger()
        report("1,000,000 activities to Eddington number") { ledger = RideLedger(rides) }
        let more = (0..<100_000).map { Ride(start: Date(timeIntervalSince1970: Double($0) * 17_011), distance: 91) }
        report("100,000 more activities, one by one") { for ride in more { ledger.add(ride) } }
        print("E = \(ledger.eddington(in: .kilometres).number) km, \(ledger.eddington(in: .miles).number) mi")
        let seasons = (0..<10_000).map { number in
            RiderSeason(
                rider: "rider \(number)", kilometres: Int.random(in: 200...9_000, using: &random),
                brevets: Int.random(in: 1...20, using: &random), longest: 600)
        }
        var rows = 0
        report("leaderboard of 10,000 riders") { rows = Leaderboard(seasons).rows.count }
        print("\(rows) rows")
    }

    private static func report(_ name: String, _ work: () -> Void) {
        let clock = SystemClock()
        let start = clock.uptime
        work()
        print("\(name): \(clock.uptime - start)")
    }
}
