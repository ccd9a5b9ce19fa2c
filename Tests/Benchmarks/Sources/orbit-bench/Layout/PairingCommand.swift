import ArgumentParser
import Matching
import OrbitModels
import TimeAndChance

/// Pairs the people of a campus for a day. Two people suit each other by the share of their common interests.
struct PairingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "pairing", abstract: "Find today's pairs of a campus.")

    @Argument(help: "How many people there are.")
    var people = 10_000
    @OptionGroup var times: Repetitions

    func validate() throws {
        guard people >= 0 else { throw ValidationError("The number of people is negative.") }
    }

    func run() throws {
        guard let day = CalendarDay("2026-11-21") else { throw UnexpectedInput("There is no such day.") }
        let campus = Self.campus(people)
        var spent: [Double] = []
        var result = PairedCampus()
        for seed in 0..<UInt64(times.repetitions) {
            let pairing = CampusPairing(day: day, seed: seed)
            let (paired, time) = milliseconds { pairing.groups(of: campus) { Self.share($0, $1) } }
            spent.append(time)
            result = paired
        }
        let interests = Dictionary(campus.map { ($0.id, $0.traits) }) { first, _ in first }
        let scores = result.groups.map { Self.share(interests[$0[0]] ?? 0, interests[$0[1]] ?? 0) }
        var report = BenchmarkReport()
        report.add("impl", "orbit")
        report.add("people", people)
        report.add("groups", result.groups.count)
        report.add("waiting", result.waiting.count)
        report.add("ms", spread: spent, digits: 1)
        report.add("mean_score", scores.reduce(0, +) / Double(max(1, scores.count)), digits: 4)
        report.add("worst_score", scores.min() ?? 0, digits: 4)
        report.add("maxrss_mb", ResourceUsage.now.maximumResidentMegabytes, digits: 1)
        report.print()
    }

    /// Returns people with three to eight of 60 interests each, as bits.
    private static func campus(_ count: Int) -> [PairingCandidate<UInt64>] {
        var random = SplitMix64(seed: 5)
        return (0..<count).map { number in
            var interests: UInt64 = 0
            for _ in 0..<Int.random(in: 3...8, using: &random) {
                interests |= 1 << UInt64.random(in: 0..<60, using: &random)
            }
            let words = (0..<60).filter { interests >> $0 & 1 == 1 }.map { "interest \($0)" }
            return PairingCandidate(id: UserID("person \(number)"), affinities: words, traits: interests)
        }
    }

    private static func share(_ one: UInt64, _ other: UInt64) -> Double {
        Double((one & other).nonzeroBitCount) / Double(max(1, (one | other).nonzeroBitCount))
    }
}
