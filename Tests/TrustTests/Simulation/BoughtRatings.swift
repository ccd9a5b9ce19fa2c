import OrbitModels
import Testing
import TimeAndChance

@testable import Trust

/// An attack on the ratings of a person by accounts without confirmations by other people. The person has few or many
/// honest raters.
struct BoughtRatings: Sendable, CustomTestStringConvertible {
    /// How many people have rated honestly, each once.
    let honest: Int
    /// How many accounts the attacker has.
    let accounts: Int
    /// Whether the accounts check in at meetups of others, and confirm each other.
    let haveAlibis: Bool
    /// Whether the accounts rate a poor person up; `false` if they rate a good person down.
    let isUpward: Bool
    /// The number of generations of raters; 1 if no account is erased.
    ///
    /// Each generation except the last is erased when its ratings are published. All accounts that have not rated
    /// confirm the next generation.
    var generations = 1

    var testDescription: String {
        "\(accounts) accounts \(haveAlibis ? "with" : "without") alibis, \(isUpward ? "up" : "down"), \(honest) honest"
            + (generations > 1 ? ", \(generations) generations" : "")
    }

    static func all(honest: [Int], accounts: [Int]) -> [BoughtRatings] {
        honest.flatMap { honest in
            accounts.flatMap { accounts in
                [false, true].flatMap { alibis in
                    [false, true].map {
                        BoughtRatings(honest: honest, accounts: accounts, haveAlibis: alibis, isUpward: $0)
                    }
                }
            }
        }
    }

    /// Attacks by accounts that confirm each other and are erased in between.
    static func erasing(honest: [Int], accounts: [Int]) -> [BoughtRatings] {
        all(honest: honest, accounts: accounts).filter(\.haveAlibis).flatMap { attack in
            [2, 3].map { generations -> BoughtRatings in
                var attack = attack
                attack.generations = generations
                return attack
            }
        }
    }

    /// The outcome of one seed.
    struct Outcome {
        /// The change of the mean before rounding, relative to honest ratings alone.
        let move: Double
        /// The change of the shown mean; `nil` if no mean was shown before, or no mean is shown afterwards.
        let shownMove: Double?
        let isShown: Bool
    }

    /// Returns the outcome with the largest change of the mean before rounding, over all ways to use the accounts.
    ///
    /// Considers only outcomes in which a mean is shown, if there are such outcomes.
    func worst(seed: UInt64, _ rules: RatingParameters = .standard) -> Outcome {
        let before = RatedCampus(
            seed: seed, stars: isUpward ? CollusionAttack.poor : CollusionAttack.good, raters: honest)
        let outcomes = uses.map { outcome($0, before, rules) }
        let shown = outcomes.filter(\.isShown)
        return (shown.isEmpty ? outcomes : shown).max { abs($0.move) < abs($1.move) }
            ?? Outcome(move: 0, shownMove: nil, isShown: false)
    }

    /// A way in which an attacker uses the accounts.
    private struct AccountUse {
        /// The number of raters in each generation. The accounts that have not rated confirm these.
        let raters: Int
        /// Whether all check in at meetups of the honest raters.
        let isBesideHonest: Bool
    }

    private var uses: [AccountUse] {
        guard haveAlibis else { return [AccountUse(raters: accounts, isBesideHonest: false)] }
        guard generations == 1 else {
            // Without honest raters, a batch needs five.
            let shares = Set([accounts / generations, accounts / 2 / generations, accounts / 3 / generations, 5])
            return shares.sorted().filter { $0 > 0 && $0 * generations <= accounts }
                .map { AccountUse(raters: $0, isBesideHonest: false) }
        }
        let shares = [accounts, accounts / 2, accounts / 3, accounts / 4]
        return shares.map { AccountUse(raters: max(1, $0), isBesideHonest: false) }
            + shares.prefix(2).map { AccountUse(raters: max(1, $0), isBesideHonest: true) }
    }

    private func outcome(_ use: AccountUse, _ before: RatedCampus, _ rules: RatingParameters) -> Outcome {
        var after = before
        let all = (0..<accounts).map { UserID("attacker \($0)") }
        if use.isBesideHonest { after.checkIn(all, beside: (0..<honest).map { UserID("honest \($0)") }) }
        func day(_ place: Int) -> Double { Double(place * 300 / (use.raters * generations)) }
        for first in stride(from: 0, to: use.raters * generations, by: use.raters) {
            let raters = all[first..<first + use.raters]
            if haveAlibis {
                for one in raters {
                    after.checkIn(one, people: 15)
                    for helper in all[raters.endIndex...] { after.note(one, met: helper) }
                }
            }
            for (place, one) in zip(raters.indices, raters) {
                after.meet([one], day: day(place)) { _, _ in isUpward ? 5 : 1 }
            }
            guard raters.endIndex < use.raters * generations else { break }
            after.publish(today: RatedCampus.date(day(raters.endIndex)), rules)
            for one in raters { after.erase(one) }
        }
        let evidence = (before.evidence(rules), after.evidence(rules))
        let summaries = (before.summary(rules), after.summary(rules))
        return Outcome(
            move: Posterior(evidence.1, campus: .none, rules).mean - Posterior(evidence.0, campus: .none, rules).mean,
            shownMove: summaries.0.shown.flatMap { old in summaries.1.shown.map { $0.mean - old.mean } },
            isShown: !summaries.1.isNew)
    }
}

extension RatedCampus {
    /// Creates a person who is rated by `raters` strangers, three at each meetup.
    ///
    /// - Parameter confirmations: The number of other people who have rated each stranger.
    init(seed: UInt64, stars: [Double], raters: Int, confirmations: ClosedRange<Int> = 3...12) {
        self.init(seed: seed, honest: stars, meetups: 0)
        let meetups = max(3, (raters + 2) / 3)
        for meetup in 0..<meetups {
            let guests = stride(from: meetup, to: raters, by: meetups).map { UserID("honest \($0)") }
            for guest in guests { acquaint(guest, people: Int.random(in: confirmations, using: &random)) }
            meet(guests, day: Double(meetup * 300 / meetups)) { $1.drawnStars() }
        }
    }

    /// Lets people check in at meetups of each of `others`, before all other meetings.
    mutating func checkIn(_ people: [UserID], beside others: [UserID]) {
        for one in people {
            for other in others {
                checkIn(one, with: other)
                checkIn(other, with: one)
            }
        }
    }

    func summary(_ rules: RatingParameters) -> RatingSummary {
        RatingSummary(evidence(rules), campus: .none, today: Self.now.dayNumber, tags: [], rules)
    }
}
