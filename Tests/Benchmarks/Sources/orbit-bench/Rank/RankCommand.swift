import ArgumentParser
import Matching
import TimeAndChance

/// Finds the best `k` of all people for each of 20 people, by the score of `Compatibility`. The peers compute the same
/// score.
struct RankCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rank", abstract: "Find the best 50 of a large campus for one person.")

    @Argument(help: "The folder of a campus, as `generate campus` writes it.")
    var folder: String
    @OptionGroup var times: Repetitions

    func run() throws {
        let campus = try CampusFiles(folder)
        var report = BenchmarkReport()
        report.add("impl", "orbit")
        report.add("n", campus.meta.n)
        report.add("vocab", campus.meta.vocab)

        var index = CompatibilityIndex(interestWeights: campus.rarity)
        report.add("prepare_ms", milliseconds { fill(&index, with: campus) }.time, digits: 1)
        measureSearches(index, campus, &report)
        report.add("bytes_per_profile", Double(index.byteCount) / Double(max(1, index.count)), digits: 1)
        measureChanges(&index, campus, &report)
        measureEquals(campus, &report)
        report.add("maxrss_mb", ResourceUsage.now.maximumResidentMegabytes, digits: 1)
        report.print()
    }

    private func fill(_ index: inout CompatibilityIndex, with campus: CampusFiles) {
        for person in campus.people { index.insert(person) }
    }

    private func measureSearches(_ index: CompatibilityIndex, _ campus: CampusFiles, _ report: inout BenchmarkReport) {
        var spent: [Double] = []
        var checksum = 0.0
        _ = campus.meta.queries.first.map { index.best(campus.meta.k, for: $0) }  // warms up
        for repetition in 0..<times.repetitions {
            for (number, query) in campus.meta.queries.enumerated() {
                let (ranking, time) = milliseconds { index.best(campus.meta.k, for: query) }
                spent.append(time)
                guard repetition == 0 else { continue }
                checksum += ranking.reduce(0) { $0 + $1.score }
                if number == 0 { report.add("top3", ranking.prefix(3).map(\.slot)) }
            }
        }
        report.add("query_ms", spread: spent, digits: 4)
        report.add("checksum", checksum, digits: 4)
    }

    /// Measures searches among people who all equal the first person, so that all scores tie.
    private func measureEquals(_ campus: CampusFiles, _ report: inout BenchmarkReport) {
        guard let first = campus.people.first else { return }
        var index = CompatibilityIndex()
        for _ in campus.people { index.insert(first) }
        let spent = (0..<times.repetitions).flatMap { _ in
            [0, campus.people.count - 1].map { slot in milliseconds { index.best(campus.meta.k, for: slot) }.time }
        }
        report.add("equal_query_ms", spread: spent, digits: 4)
    }

    /// Updates, removes and inserts a person, each a thousand times.
    private func measureChanges(
        _ index: inout CompatibilityIndex, _ campus: CampusFiles, _ report: inout BenchmarkReport
    ) {
        guard !campus.people.isEmpty else { return }
        var random = SplitMix64(seed: 1)
        var updates: [Double] = []
        var removals: [Double] = []
        var insertions: [Double] = []
        for _ in 0..<1_000 {
            let slot = Int.random(in: campus.people.indices, using: &random)
            let traits = campus.people[Int.random(in: campus.people.indices, using: &random)]
            updates.append(milliseconds { index.update(slot, to: traits) }.time * 1_000)
            removals.append(milliseconds { index.remove(slot) }.time * 1_000)
            insertions.append(milliseconds { index.insert(traits) }.time * 1_000)
        }
        report.add("insert_us", spread: insertions, digits: 2)
        report.add("update_us", spread: updates, digits: 2)
        report.add("remove_us", spread: removals, digits: 2)
    }
}
