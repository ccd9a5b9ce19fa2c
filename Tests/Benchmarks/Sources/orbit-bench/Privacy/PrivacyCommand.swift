import ArgumentParser
import Matching
import OrbitModels
import TimeAndChance

/// Measures the knowledge of strangers about hidden hours and homes, and the cost of hiding them.
struct PrivacyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "privacy", abstract: "Find out hidden hours and homes as a stranger would.")

    @Argument(help: "How many people the campus has.")
    var people = 2_000
    @Argument(help: "For how many days each account looks. What it says of itself counts anew every 30 days.")
    var days = 30
    @Option(help: "Draws the campus.")
    var seed: UInt64 = 1

    func validate() throws {
        guard (30...100_000).contains(people), (1...3_650).contains(days) else {
            throw ValidationError("Take 30 to 100000 people and 1 to 3650 days.")
        }
    }

    func run() throws {
        let campus = try PrivateCampus(people: people, seed: seed)
        let stranger = Stranger(on: campus.comparison)
        var maker = WeekMaker(random: SplitMix64(seed: seed ^ 0xA77AC4))
        let looks = 1 + (days - 1) / 30
        let accounts = [1, 2, 10]
        let prior = (0..<400_000).map { _ in maker.week() }
        let attack = HourAttack(prior: prior, looks: looks * 10, aim: .many, seed: seed)
        let certain = HourAttack(prior: prior, looks: looks, aim: .certain, seed: seed)

        var report = BenchmarkReport()
        report.add("people", people)
        report.add("days", days)
        report.add("looks", looks)
        report.add("hours_a_week", Double(campus.weeks.reduce(0) { $0 + $1.count }) / Double(people), digits: 2)
        let targets = campus.weeks.indices.prefix(400)
        func known(_ count: Int, by attack: HourAttack) throws -> HourAttack.Result {
            var result = HourAttack.Result()
            for target in targets {
                let levels = try attack.queries.prefix(count).map {
                    try stranger.level(claiming: $0, of: campus.people[target])
                }
                attack.attack(campus.weeks[target], seeing: levels, into: &result)
            }
            return result
        }
        for count in accounts {
            let suffix = count == 1 ? "" : "_\(count)"
            let result = try known(count * looks, by: attack)
            if count == 1 {
                report.add("hours_guessed", Double(result.guessed) / Double(max(1, result.hidden)), digits: 4)
            }
            report.add("hours_known\(suffix)", result.known, digits: 4)
            report.add("hours_sure\(suffix)", Double(result.sure) / Double(max(1, result.hidden)), digits: 4)
            report.add(
                "hours_sure_right\(suffix)", Double(result.surelyRight) / Double(max(1, result.sure)), digits: 4)
            let cells = try HomeAttack.cellsLeft(
                for: targets.map { campus.people[$0] }, claiming: HomeAttack.homes(count * looks), stranger
            ).sorted()
            report.add("cells_p10\(suffix)", cells[cells.count / 10])
        }
        // An attacker who begins in the first minute of the first day may change in the last minute of the 30th day
        // after it.
        report.add("hours_known_with_day_\(30 * looks)", try known(looks + 1, by: attack).known, digits: 4)
        let sure = try known(looks, by: certain)
        report.add("hours_sure_if_aimed", Double(sure.sure) / Double(max(1, sure.hidden)), digits: 4)
        report.add("hours_sure_if_aimed_right", Double(sure.surelyRight) / Double(max(1, sure.sure)), digits: 4)
        let useful = Usefulness(of: campus, viewers: 100)
        report.add("rank_correlation", useful.rankCorrelation, digits: 4)
        report.add("top20_kept", useful.top20Kept, digits: 4)
        report.add("top20_share_two_hours", useful.topShareTwoHours, digits: 4)
        report.add("all_share_two_hours", useful.allShareTwoHours, digits: 4)
        report.print()
    }
}
