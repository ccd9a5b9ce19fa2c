import OrbitModels

/// What is believed of a person's ratings after the evidence: a Dirichlet distribution over the five stars, which
/// begins as that of the campus (Gelman et al., Bayesian Data Analysis, 3rd edition, section 3.4).
struct Posterior {
    /// The weight of each star, in 65,536ths of a vote.
    let weights: [Int64]
    /// The mean number of stars, 1 to 5: Huber's, so that few votes far from the others cannot pull it along.
    let mean: Double

    init(_ evidence: RatingEvidence, campus: CampusRatings, _ rules: RatingParameters) {
        weights = campus.shares.enumerated().map { star, share in
            evidence.stars[star] + Int64(share) * Int64(rules.campusVotes)
        }
        mean = Self.mean(of: weights, reach: rules.reach)
    }

    /// Where the pulls of all votes cancel out, each limited to `reach` stars (P. J. Huber, Robust estimation of a location
    /// parameter, Annals of Mathematical Statistics 35, 1964). The sum of pulls falls from 1 to 5, so it is found by
    /// halving.
    private static func mean(of weights: [Int64], reach: Double) -> Double {
        var (low, high) = (1.0, 5.0)
        for _ in 0..<24 {
            let middle = (low + high) / 2
            var pull = 0.0
            for (star, weight) in zip(1...5, weights) {
                pull += Double(weight) * min(max(Double(star) - middle, -reach), reach)
            }
            if pull > 0 { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    private var all: Int64 { max(1, weights.reduce(0, +)) }

    /// The standard deviation of the mean: for a Dirichlet distribution of total weight A, the square root of the
    /// variance of the stars, divided by A + 1.
    var deviation: Double {
        let squares = zip(1...5, weights).reduce(0) { sum, vote in
            let distance = Double(vote.0) - mean
            return sum + Double(vote.1) * distance * distance
        }
        return (squares / Double(all) / (Double(all) / 65_536 + 1)).squareRoot()
    }

    /// The shares in tenths, together ten: rounded down, what is left goes to the greatest remainders, and of equal
    /// ones to the more stars.
    var tenths: [Int] {
        let all = self.all
        var tenths = weights.map { Int($0 * 10 / all) }
        let byRemainder = weights.indices.sorted {
            let (one, other) = (weights[$0] * 10 % all, weights[$1] * 10 % all)
            return one != other ? one > other : $0 > $1
        }
        for star in byRemainder.prefix(max(0, 10 - tenths.reduce(0, +))) { tenths[star] += 1 }
        return tenths
    }
}
