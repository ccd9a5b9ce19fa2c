import Foundation
import Matching
import OrbitModels
import TimeAndChance

/// A stranger who wants to know the free hours of others: knows the weeks that people have, how many hours each target
/// has, and of each look at a target what the level of shared time is.
struct HourAttack {
    /// What the attacker claims to be free in, one week for each look.
    private(set) var queries: [Week] = []
    /// Weeks as people of this campus have them, by their number of hours.
    private let prior: [[Week]]
    /// How many people are free in each hour, 0 to 1.
    private let rates: [Double]

    /// What the weeks are chosen for.
    enum Aim {
        /// As many hours named rightly as possible.
        case many
        /// As many hours as possible that are certain by 90 %.
        case certain
    }

    /// What comes of an attack on many targets.
    struct Result {
        /// Hours named rightly, of all hidden hours.
        var hits = 0
        /// Hours named rightly by the rates alone.
        var guessed = 0
        /// Hours that the attacker is certain of by 90 %, and how many of them are right.
        var sure = 0
        var surelyRight = 0
        var hidden = 0

        var known: Double { Double(hits - guessed) / Double(max(1, hidden)) }
    }

    /// - Parameter looks: For how many looks to choose weeks.
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

    /// One after the other, each the best of many given those before it.
    private mutating func choose(_ looks: Int, _ aim: Aim, from sample: [Week], _ random: inout SplitMix64) {
        // What is known of each week before the look: about how many hours it has, and the latest two levels. More
        // would make groups too small to tell anything.
        let sizes = sample.map { min($0.count / 4, 11) }
        var latest = [Int](repeating: 0, count: sample.count)
        for _ in 0..<looks {
            let groups = zip(sizes, latest).map { 9 * $0 + $1 }
            var best = candidate(aim, sample, &random)
            var worth = expectation(aim, of: best, groups, sample)
            for attempt in 0..<400 {
                // At first entirely different weeks, then changes of the best.
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

    /// The hours of a few people, or a random part of those in which people are free at all.
    private func candidate(_ aim: Aim, _ sample: [Week], _ random: inout SplitMix64) -> Week {
        if aim == .certain {
            // Two hours of a person that a level of *some* confirms, or six for *plenty*.
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

    /// The hours named rightly, or certain, in the sample by an attacker who knows the group of each week and its level
    /// for the query.
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
            // Without this share of the rates, small groups would seem to tell everything.
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

    /// - Parameter levels: For the target, of as many looks as are used.
    func attack(_ target: Week, seeing levels: [Int], into result: inout Result) {
        let count = target.count
        var likelihood = [Double](repeating: 0, count: 168)
        var (total, squares) = (0.0, 0.0)
        // With many looks few weeks fit all of them; those that nearly do count a little.
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
        // As certain as so many weeks allow.
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

    /// By how many hours a number misses a level.
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
