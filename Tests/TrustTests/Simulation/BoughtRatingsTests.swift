import Foundation
import OrbitModels
import Testing

@testable import Trust

/// The table of decision 19, arranged by the number of honest raters.
///
/// With `BOUGHT_TABLE=/tmp/bought.md` in the environment, the whole table is written there.
@Suite struct BoughtRatingsTests {
    @Test(arguments: BoughtRatings.all(honest: [0, 3, 5, 10], accounts: [5, 20]))
    func `twenty accounts move a person with at most ten honest raters by at most half a star, or nothing is shown`(
        attack: BoughtRatings
    ) {
        Self.check(attack)
    }

    @Test(arguments: BoughtRatings.erasing(honest: [0, 3, 5, 10], accounts: [5, 20]))
    func `accounts erased in between move a person with at most ten honest raters by half a star at most`(
        attack: BoughtRatings
    ) {
        Self.check(attack)
    }

    private static func check(_ attack: BoughtRatings) {
        for seed in 1...3 as ClosedRange<UInt64> {
            let outcome = attack.worst(seed: seed)
            #expect(!outcome.isShown || abs(outcome.move) <= 0.5)
            #expect(abs(outcome.shownMove ?? 0) <= 0.5)
            if attack.honest == 0 { #expect(!outcome.isShown) }
        }
    }

    @Test(arguments: BoughtRatings.all(honest: [90], accounts: [20]))
    func `twenty accounts move a person with ninety honest raters by at most a fifth of a star`(attack: BoughtRatings) {
        for seed in 1...2 as ClosedRange<UInt64> { #expect(abs(attack.worst(seed: seed).move) <= 0.2) }
    }

    @Test func `ten accounts that confirm ten raters count as one confirmation for each rater`() {
        var campus = RatedCampus(seed: 1, stars: CollusionAttack.good, raters: 0)
        let helpers = (0..<10).map { UserID("helper \($0)") }
        for place in 0..<10 {
            let rater = UserID("attacker \(place)")
            for helper in helpers { campus.note(rater, met: helper) }
            campus.meet([rater], day: Double(place)) { _, _ in 5 }
        }
        // Ten helpers for ten raters: each rater has one confirmation, and so weighs a sixth.
        #expect(abs(campus.evidence().votes - 10 * 65_536 / 6) < 100)
    }

    @Test func `accounts that check in beside honest raters do not reduce the weight of these raters`() {
        let before = RatedCampus(seed: 2, stars: CollusionAttack.good, raters: 10, confirmations: 10...10)
        let attackers = (0..<20).map { UserID("attacker \($0)") }
        let votes = [false, true].map { areBeside in
            var after = before
            if areBeside { after.checkIn(attackers, beside: (0..<10).map { UserID("honest \($0)") }) }
            for (place, one) in attackers.enumerated() { after.meet([one], day: Double(place * 14)) { _, _ in 1 } }
            return after.evidence().votes
        }
        #expect(votes[0] == votes[1] && votes[0] > 3 * 65_536)
    }

    @Test func `an honest person is shown after at most six ratings by raters with ten confirmations`() {
        for seed in 1...5 as ClosedRange<UInt64> {
            #expect(Self.ratingsUntilShown(seed: seed, confirmations: 10) <= 6)
        }
    }

    /// The number of honest ratings from which on a good person is shown; at most 100.
    private static func ratingsUntilShown(seed: UInt64, confirmations: Int) -> Int {
        (5..<100).first {
            !RatedCampus(
                seed: seed, stars: CollusionAttack.good, raters: $0, confirmations: confirmations...confirmations
            ).summary.isNew
        } ?? 100
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["BOUGHT_TABLE"] != nil))
    func `the table by honest raters is written`() throws {
        let path = try #require(ProcessInfo.processInfo.environment["BOUGHT_TABLE"])
        var table = "| Honest raters | Accounts | down, no alibis | down, alibis | up, no alibis | up, alibis |\n"
        for honest in [0, 5, 10, 20, 90] {
            for accounts in [5, 10, 20] {
                let cells = [false, true].flatMap { isUpward in
                    [false, true].map { alibis in
                        Self.cell(
                            BoughtRatings(
                                honest: honest, accounts: accounts, haveAlibis: alibis, isUpward: isUpward))
                    }
                }
                table += "| \(honest) | \(accounts) | \(cells.joined(separator: " | ")) |\n"
            }
        }
        table += "\n| Honest raters | Accounts | down, 2 generations | down, 3 | up, 2 | up, 3 |\n"
        for honest in [0, 5, 10, 20, 90] {
            for accounts in [5, 10, 20] {
                let cells = BoughtRatings.erasing(honest: [honest], accounts: [accounts]).map { Self.cell($0) }
                table += "| \(honest) | \(accounts) | \(cells.joined(separator: " | ")) |\n"
            }
        }
        table += "\n| Confirmations of each rater | ratings until shown (most) |\n"
        for confirmations in [1, 2, 3, 5, 10] {
            let counts = (1...10).map { Self.ratingsUntilShown(seed: $0, confirmations: confirmations) }
            table += "| \(confirmations) | \(mean(counts.map { Double($0) })) (\(counts.max() ?? 0)) |\n"
        }
        table += "\n| Votes of the campus | votes until shown | 5 honest, down | up | 10 honest, down | up |\n"
        for campusVotes in [3, 6, 9] {
            for leastVotes in [1, 2, 3] {
                var rules = RatingParameters()
                (rules.campusVotes, rules.leastVotes) = (campusVotes, leastVotes * 65_536)
                let cells = [5, 10].flatMap { honest in
                    [false, true].map { isUpward in
                        Self.cell(
                            BoughtRatings(honest: honest, accounts: 20, haveAlibis: true, isUpward: isUpward), rules)
                    }
                }
                table += "| \(campusVotes) | \(leastVotes) | \(cells.joined(separator: " | ")) |\n"
            }
        }
        try table.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private static func cell(_ attack: BoughtRatings, _ rules: RatingParameters = .standard) -> String {
        let outcomes = (1...10).map { attack.worst(seed: $0, rules) }
        let shown = outcomes.filter(\.isShown)
        guard !shown.isEmpty else { return "nothing shown" }
        let moves = shown.map(\.move)
        let most = moves.max { abs($0) < abs($1) } ?? 0
        let share = shown.count == outcomes.count ? "" : ", shown \(shown.count) of \(outcomes.count)"
        return String(format: "%.2f (%.2f)", mean(moves), most) + share
    }
}
