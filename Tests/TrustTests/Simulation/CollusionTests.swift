import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import Trust

/// The simulation of decision 19. With `COLLUSION_TABLE=/tmp/table.md` in the environment, the table is written there.
@Suite struct CollusionTests {
    /// Good and poor people, before an attack.
    private static let good = (1...10).map { RatedCampus(seed: $0, honest: CollusionAttack.good, meetups: 30) }
    private static let poor = (1...10).map { RatedCampus(seed: $0, honest: CollusionAttack.poor, meetups: 30) }

    private struct Moves {
        var shown: [Double] = []
        var plain: [Double] = []
        var wilson: [Double] = []
        var rules: [[Double]] = Array(repeating: [], count: CollusionTests.without.count)
    }

    /// The rules with one part removed, to measure the effect of each part.
    private static let without: [(String, RatingParameters)] = {
        var all: [(String, RatingParameters)] = []
        func without(_ name: String, _ change: (inout RatingParameters) -> Void) {
            var rules = RatingParameters()
            change(&rules)
            all.append((name, rules))
        }
        without("circles") { $0.circleVotes = 1_000_000 }
        without("strangers") { $0.strangerDays = 0 }
        without("acquaintances") { $0.halfVoteConfirmations = 0 }
        without("weeks") { $0.weekVotes = 0 }
        without("campus") { $0.campusVotes = 0 }
        without("reach") { $0.reach = .infinity }
        return all
    }()

    private static func moves(_ attack: CollusionAttack, comparing: Bool) -> Moves {
        var moves = Moves()
        for before in attack.isOnGood ? good : poor {
            var after = before
            attack.attack(&after)
            moves.shown.append(after.posteriorMean() - before.posteriorMean())
            moves.plain.append(after.plainMean - before.plainMean)
            moves.wilson.append(after.wilsonBound - before.wilsonBound)
            guard comparing else { continue }
            for (place, rules) in without.enumerated() {
                moves.rules[place].append(after.posteriorMean(rules.1) - before.posteriorMean(rules.1))
            }
        }
        return moves
    }

    @Test(arguments: CollusionAttack.all)
    func
        `twenty accounts move the mean less than the bound, and where they are bought or come singly no more than a plain mean`(
            attack: CollusionAttack
        )
    {
        let moves = Self.moves(attack, comparing: false)
        #expect(abs(mean(moves.shown)) <= attack.bound)
        if attack.isSham || attack.isNoWorseThanPlain { #expect(abs(mean(moves.shown)) < abs(mean(moves.plain))) }
    }

    @Test
    func `honest ratings converge: after 20 meetups the mean is less than half a star off, on average`() {
        for honest in [CollusionAttack.good, CollusionAttack.poor] {
            let campuses = (1...4).map { RatedCampus(seed: $0, honest: honest, meetups: 20) }
            #expect(mean(campuses.map { abs($0.posteriorMean() - $0.truth) }) <= 0.45)
            #expect(campuses.allSatisfy { !$0.summary.isNew })
        }
    }

    @Test func `ratings by a circle that meets no other people are not shown`() {
        var campus = RatedCampus(seed: 1, honest: CollusionAttack.good, meetups: 0)
        for month in 0..<10 { campus.meet(CollusionAttack.attackers, day: Double(month * 30)) { _, _ in 5 } }
        #expect(campus.received.count == 200 && campus.summary.isNew)
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["COLLUSION_TABLE"] != nil))
    func `the table is written`() throws {
        var table =
            "| Attack | Bound | Shown | Plain | Wilson | without: \(Self.without.map(\.0).joined(separator: " | ")) |\n"
        for attack in CollusionAttack.all {
            let moves = Self.moves(attack, comparing: true)
            let columns = [moves.shown, moves.plain, moves.wilson] + moves.rules
            table += "| \(attack.name) | \(attack.bound) | \(columns.map { text($0) }.joined(separator: " | ")) |\n"
        }
        table += "\n| Meetups | ratings | shown | error | worst 1 in 20 | plain error |\n"
        for meetups in [5, 8, 10, 15, 20, 30, 40, 60] {
            for honest in [CollusionAttack.good, CollusionAttack.poor] {
                let campuses = (1...60).map { RatedCampus(seed: $0, honest: honest, meetups: meetups) }
                let errors = campuses.map { abs($0.posteriorMean() - $0.truth) }.sorted()
                let plain = campuses.map { abs($0.plainMean - $0.truth) }
                let ratings = mean(campuses.map { Double($0.received.count) })
                let shown = mean(campuses.map { $0.summary.isNew ? 0 : 1 })
                table +=
                    "| \(meetups) | \(number(ratings)) | \(number(shown)) | \(number(mean(errors))) | \(number(errors[56])) | \(number(mean(plain))) |\n"
            }
        }
        let path = try #require(ProcessInfo.processInfo.environment["COLLUSION_TABLE"])
        try table.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func text(_ moves: [Double]) -> String {
        let most = moves.max { abs($0) < abs($1) } ?? 0
        return "\(number(mean(moves))) (\(number(most)))"
    }

    private func number(_ value: Double) -> String { String(format: "%.2f", value) }
}

func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }
