import Matching
import OrbitModels
import TimeAndChance

/// The agreement of the coarse score with the fine score, over the lists of some people.
struct Usefulness {
    private(set) var rankCorrelation = 0.0
    /// The share of the best 20 by the fine score that are also among the best 20 by the coarse score.
    private(set) var top20Kept = 0.0
    /// The share of the best 20 people who really share two hours with the viewer. `allShareTwoHours` is the share of
    /// all people.
    private(set) var topShareTwoHours = 0.0
    private(set) var allShareTwoHours = 0.0

    init(of campus: PrivateCampus, viewers: Int) {
        let fine = FineFormula(campus: campus.comparison)
        let traits = zip(campus.people, campus.weeks).map { fine.traits(of: $0, $1) }
        let viewers = min(viewers, traits.count)
        guard viewers > 0, traits.count > 20 else { return }
        for viewer in 0..<viewers {
            let others = traits.indices.filter { $0 != viewer }
            let before = others.map { fine.score(traits[viewer], traits[$0]) }
            let now = others.map {
                Compatibility(of: campus.people[viewer], with: campus.people[$0], on: campus.comparison).score
            }
            rankCorrelation += Self.correlation(Self.ranks(before), Self.ranks(now))
            let (wanted, shown) = (Self.top20(before), Self.top20(now))
            top20Kept += Double(wanted.intersection(shown).count) / 20
            func meets(_ place: Int) -> Bool { campus.weeks[viewer].shared(with: campus.weeks[others[place]]) >= 2 }
            topShareTwoHours += Double(shown.count(where: meets)) / 20
            allShareTwoHours += Double(others.indices.count(where: meets)) / Double(others.count)
        }
        rankCorrelation /= Double(viewers)
        top20Kept /= Double(viewers)
        topShareTwoHours /= Double(viewers)
        allShareTwoHours /= Double(viewers)
    }

    private static func top20(_ scores: [Double]) -> Set<Int> {
        Set(scores.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }.prefix(20))
    }

    /// Returns ranks. Equal values have the mean of their ranks.
    private static func ranks(_ values: [Double]) -> [Double] {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var ranks = [Double](repeating: 0, count: values.count)
        var first = 0
        while first < order.count {
            var last = first
            while last + 1 < order.count, values[order[last + 1]] == values[order[first]] { last += 1 }
            for place in first...last { ranks[order[place]] = Double(first + last) / 2 }
            first = last + 1
        }
        return ranks
    }

    private static func correlation(_ one: [Double], _ other: [Double]) -> Double {
        let (mean, otherMean) = (one.reduce(0, +) / Double(one.count), other.reduce(0, +) / Double(other.count))
        var (product, square, otherSquare) = (0.0, 0.0, 0.0)
        for (first, second) in zip(one, other) {
            product += (first - mean) * (second - otherMean)
            square += (first - mean) * (first - mean)
            otherSquare += (second - otherMean) * (second - otherMean)
        }
        return square > 0 && otherSquare > 0 ? product / (square * otherSquare).squareRoot() : 0
    }
}
