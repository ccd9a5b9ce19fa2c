import Foundation
import Matching
import OrbitModels
import TimeAndChance

/// A stranger who searches for the free hours of others. The stranger knows typical weeks, the number of hours of each
/// target, and the level of shared time at each look.
struct HourAttack {
    /// The hours that the attacker claims to be free, a week for each look.
    private(set) var queries: [Week] = []
    /// Typical weeks of this campus, by their number of hours.
    private let prior: [[Week]]
    /// The share of people who are free in each hour, from 0 to 1.
    private let rates: [Double]

    /// The goal for which the weeks are chosen.
    enum Aim {
        /// Naming as many hours correctly as possible.
        case many
        /// Naming as many hours as possible with a certainty of 90 %.
        case certain
    }

    /// The result of an attack on many targets.
    struct Result {
        /// The number of correctly named hours, of all hidden hours.
        var hits = 0
        /// The number of hours named correctly from the rates alone.
        var guessed = 0
        /// The number of hours that the attacker is 90 % certain of. `surelyRight` is the number of correct hours among
        /// them.
        var sure = 0
        var surelyRight = 0
        var hidden = 0

        var known: Double { Double(hits - guessed) / Double(max(1, hidden)) }
    }

    /// - Parameter looks: The number of looks for which weeks are chosen.
    init(prior weeks: [Week], looks: Int, aim: Aim, seed: UInt64) {
        var groups = [[Week]](repeating: [], count: 169)
        var counts = [Int](repeating: 0, count: 168)
        for week in weeks {
            groups[week.count].append(week)
            week.forEach { counts[$0] += 1 }
        }
        prior = groups
        rates = counts.map { Double($0) / Double(max(1, weeks.count)) }
        var random = SplitMix64(seed: seed)
        choose(looks, aim, from: Array(weeks.prefix(30_000)), &random)
    }

    // MARK: Choosing weeks

    /// Chooses the weeks one after the other. Each is the best of many candidates after the earlier weeks.
    private mutating func choose(_ looks: Int, _ aim: Aim, from sample: [Week], _ random: inout SplitMix64) {
        // Before each look the attacker knows the approximate number of hours and the latest two levels of each week.
        // More knowledge would make the groups too small.
        let sizes = sample.map { min($0.count / 4, 11) }
        var latest = [Int](repeating: 0, count: sample.count)
        for _ in 0..<looks {
            let groups = zip(sizes, latest).map { 9 * $0 + $1 }
            var best = candidate(aim, sample, &random)
            var worth = expectation(aim, of: best, groups, sample)
            for attempt in 0..<400 {
                // The first attempts try entirely different weeks, and later attempts change the best week.
                var other = attempt < 150 ? candidate(aim, sample, &random) : best
                if attempt >= 150 {
                    for _ in 0..<Int.random(in: 1...6, using: &random) {
                        other.toggle(Int.random(in: 0..<168, using: &random))
                    }
                }
                let otherWorth = expectation(aim, of: other, groups, sample)
                if otherWorth > worth { (best, worth) = (other, otherWorth) }
            }
            queries.append(best)
            for (index, week) in sample.enumerated() {
                latest[index] = (3 * latest[index] + Self.level(best.shared(with: week))) % 9
            }
        }
    }

    /// Returns the hours of a few people, or a random part of the hours in which people are free.
    private func candidate(_ aim: Aim, _ sample: [Week], _ random: inout SplitMix64) -> Week {
        if aim == .certain {
            // A level of *some* confirms two hours of a person, and *plenty* confirms six.
            let hours = sample.randomElement(using: &random).map { week in (0..<168).filter(week.contains) } ?? []
            return Week(hours.shuffled(using: &random).prefix(Bool.random(using: &random) ? 2 : 6))
        }
        if Bool.random(using: &random) {
            var week = Week()
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                sample.randomElement(using: &random).map { week.formUnion($0) }
            }
            return week
        }
        let share = Double.random(in: 0.05...0.9, using: &random)
        var week = Week()
        for hour in 0..<168 where rates[hour] > 0.01 && Double.random(in: 0..<1, using: &random) < share {
            week.insert(hour)
        }
        return week
    }

    /// Returns the expected number of correctly named or certain hours in the sample. The attacker knows the group of
    /// each week and its level for the query.
    private func expectation(_ aim: Aim, of query: Week, _ groups: [Int], _ sample: [Week]) -> Double {
        let cells = (groups.max() ?? 0) * 3 + 3
        var sizes = [Int](repeating: 0, count: cells)
        var hourCounts = [Int](repeating: 0, count: cells)
        var counts = [Int32](repeating: 0, count: cells * 168)
        for (week, group) in zip(sample, groups) {
            let cell = group * 3 + Self.level(query.shared(with: week))
            sizes[cell] += 1
            hourCounts[cell] += week.count
            week.forEach { counts[cell * 168 + $0] += 1 }
        }
        var hits = 0.0
        for cell in 0..<cells where sizes[cell] > 0 {
            let named = Int((Double(hourCounts[cell]) / Double(sizes[cell])).rounded())
            // The counts are mixed with the rates of all people. Without the rates, small groups would seem to reveal
            // all hours.
            let likely = (0..<168).map { hour in
                let count = Double(counts[cell * 168 + hour])
                return count * (count + 20 * rates[hour]) / Double(sizes[cell] + 20)
            }
            switch aim {
            case .many: hits += likely.sorted(by: >).prefix(named).reduce(0, +)
            case .certain: hits += likely.filter { $0 >= 0.9 * Double(sizes[cell]) }.reduce(0, +)
            }
        }
        return hits
    }

    // MARK: Naming hours

    private static func level(_ shared: Int) -> Int {
        switch FreeTimeLevel(sharedHours: shared) {
        case .little: 0
        case .some: 1
        case .plenty: 2
        }
    }

    /// - Parameter levels: The target's level in each look that is used.
    func attack(_ target: Week, seeing levels: [Int], into result: inout Result) {
        let count = target.count
        var likelihood = [Double](repeating: 0, count: 168)
        var (total, squares) = (0.0, 0.0)
        // With many looks few weeks fit all of them. Weeks that nearly fit count a little.
        let reach = levels.count > 2 ? 3 : 1
        let slack = levels.count > 2 ? 0.15 : 0
        for size in max(1, count - reach)...min(168, count + reach) {
            let nearness = pow(0.3, Double(abs(size - count)))
            for week in prior[size] {
                var weight = nearness
                for (query, level) in zip(queries, levels) where weight > 1e-6 {
                    let off = Self.distance(query.shared(with: week), from: level)
                    if off > 0 { weight *= slack > 0 ? pow(slack, Double(off)) : 0 }
                }
                guard weight > 1e-6 else { continue }
                total += weight
                squares += weight * weight
                week.forEach { likelihood[$0] += weight }
            }
        }
        // The certainty is limited by the effective number of weeks.
        let effective = squares > 0 ? total * total / squares : 0
        let posterior = (0..<168).map { hour in
            total > 0 ? (likelihood[hour] / total * effective + rates[hour]) / (effective + 1) : rates[hour]
        }
        for hour in Self.top(count, of: posterior) {
            if target.contains(hour) { result.hits += 1 }
            guard posterior[hour] >= 0.9 else { continue }
            result.sure += 1
            if target.contains(hour) { result.surelyRight += 1 }
        }
        result.guessed += Self.top(count, of: rates).count(where: target.contains)
        result.hidden += count
    }

    /// Returns the number of hours by which a number misses a level.
    private static func distance(_ shared: Int, from level: Int) -> Int {
        switch level {
        case 0: max(0, shared - 1)
        case 1: max(0, 2 - shared, shared - 5)
        default: max(0, 6 - shared)
        }
    }

    private static func top(_ count: Int, of values: [Double]) -> ArraySlice<Int> {
        values.indices.sorted { (values[$1], $0) < (values[$0], $1) }.prefix(count)
    }
}
