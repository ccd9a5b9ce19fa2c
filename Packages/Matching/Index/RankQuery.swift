/// A search: the traits of the query, and how its interests are counted.
struct RankQuery {
    let traits: CodedTraits
    /// Excluded from the ranking.
    let ownSlot: Int?
    let hourNumbers: [Int]
    let units: InterestUnits

    init(_ traits: CodedTraits, ownSlot: Int?) {
        self.traits = traits
        self.ownSlot = ownSlot
        hourNumbers = traits.hourNumbers
        units = InterestUnits(traits.interests.map(\.weight))
    }
}

/// Weights rounded *up* to small multiples of a unit, so that four bits count what is shared.
struct InterestUnits {
    /// The weight of a unit.
    let weight: Double
    /// For each bit of a number of units, the indexes of the interests whose units have it. The units add up to at most
    /// 15, or each interest is one unit.
    let interests: [[Int]]

    private static let most = 15

    init(_ weights: [Int]) {
        let heaviest = Double(weights.max() ?? 1)
        func units(_ weight: Int, _ unit: Double) -> Int { Int((Double(weight) / unit).rounded(.up)) }
        // The heaviest interest as 1 to 15 units: the division that overstates the total least.
        var best = (unit: heaviest, total: Double.infinity)
        for parts in 1...Self.most {
            let unit = heaviest / Double(parts)
            let sum = weights.reduce(0) { $0 + units($1, unit) }
            if parts == 1 || sum <= Self.most, Double(sum) * unit < best.total { best = (unit, Double(sum) * unit) }
        }
        weight = best.unit
        interests = (0..<SharedCounts.unitPlanes).map { plane in
            weights.indices.filter { units(weights[$0], best.unit) >> plane & 1 == 1 }
        }
    }
}
