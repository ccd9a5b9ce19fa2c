/// A search: the traits of the query, and the units of its interests.
struct RankQuery {
    let traits: CodedTraits
    /// The slot of the person who searches; it is excluded from the result.
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

/// Weights rounded *up* to small multiples of a unit, so that four bits can count the shared weight.
struct InterestUnits {
    /// The weight of a unit.
    let weight: Double
    /// For each of the four bits, the indexes of the interests whose number of units contains the bit. All units add up
    /// to at most 15. If no division achieves that, each interest is one unit.
    let interests: [[Int]]

    private static let maxUnits = 15

    init(_ weights: [Int]) {
        let heaviest = Double(weights.max() ?? 1)
        func units(_ weight: Int, _ unit: Double) -> Int { Int((Double(weight) / unit).rounded(.up)) }
        // The heaviest interest has 1 to 15 units. The best division overstates the total least.
        var best = (unit: heaviest, total: Double.infinity)
        for parts in 1...Self.maxUnits {
            let unit = heaviest / Double(parts)
            let sum = weights.reduce(0) { $0 + units($1, unit) }
            if parts == 1 || sum <= Self.maxUnits, Double(sum) * unit < best.total { best = (unit, Double(sum) * unit) }
        }
        weight = best.unit
        interests = (0..<SharedCounts.unitPlanes).map { plane in
            weights.indices.filter { units(weights[$0], best.unit) >> plane & 1 == 1 }
        }
    }
}
