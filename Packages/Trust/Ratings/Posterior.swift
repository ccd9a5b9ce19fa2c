import OrbitModels

/// The posterior distribution of a person's ratings: a Dirichlet distribution over the five stars.
///
/// The prior is the distribution of the campus (Gelman et al., Bayesian Data Analysis, 3rd edition, section 3.4).
struct Posterior {
    /// The weight of each star, in 65,536ths of a vote.
    let weights: [Int64]
    /// Huber's mean of the stars, 1 to 5. A few votes far from the other votes have little effect on it.
    let mean: Double

    init(_ evidence: RatingEvidence, campus: CampusRatings, _ rules: RatingParameters) {
        weights = campus.shares.enumerated().map { star, share in
            evidence.stars[star] + Int64(share) * Int64(rules.campusVotes)
        }
        mean = Self.mean(of: weights, reach: rules.reach)
    }

    /// Returns Huber's mean: the number at which the pulls of all votes cancel out, each limited to `reach` stars.
    ///
    /// Source: P. J. Huber, Robust estimation of a location parameter, Annals of Mathematical Statistics 35, 1964. The
    /// sum of the pulls decreases from 1 to 5, so bisection finds the mean.
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

    /// The standard deviation of the mean of a Dirichlet distribution: the square root of *v* / (*A* + 1).
    ///
    /// *v* is the variance of the stars, and *A* is the total weight in votes.
    var deviation: Double {
        let squares = zip(1...5, weights).reduce(0) { sum, vote in
            let distance = Double(vote.0) - mean
            return sum + Double(vote.1) * distance * distance
        }
        return (squares / Double(all) / (Double(all) / 65_536 + 1)).squareRoot()
    }

    /// The shares in tenths, with a sum of ten. Shares are rounded down, and the remaining tenths are added to the
    /// largest remainders. If remainders are equal, more stars have precedence.
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
