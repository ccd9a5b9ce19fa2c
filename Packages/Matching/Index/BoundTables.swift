/// Upper bounds of a candidate's score. A search looks them up by the steps of a candidate's totals, the counts of
/// shared bits, and the social code.
///
/// Bounds are multiples of 2⁻²⁴, rounded up, so that sums are exact. Only the bound of a vacant lane of a
/// ``PeopleChunk`` is 0.
struct BoundTables {
    /// The upper bounds of all terms, with the personality and the distance at their maximum. There are three tables:
    /// - from 0 on, the bound of the interests, by the step of their total weight (4 bits) and the shared
    ///   ``InterestUnits`` (4 bits),
    /// - from 256 on, the bound of the free hours, by the step of their number (3 bits) and the number of shared hours
    ///   (5 bits),
    /// - from 512 on, the bound of all other terms, by social code; 0 for vacant lanes.
    private(set) var bounds: ContiguousArray<UInt32>
    /// The difference between the maximum of the distance term and its value, by the index of the level. The index is 3
    /// if either home is unknown.
    private(set) var distance: ContiguousArray<Float>

    static let hours = 256
    static let social = 512

    init(_ formula: ReciprocalFormula, for query: RankQuery, steps: TraitSteps) {
        let mine = (interests: Double(query.traits.interestTotal), hours: query.traits.hourCount)
        bounds = []
        bounds += (0..<256).map { index in
            let units = index & 15
            let shared = min(mine.interests, units == 15 ? .infinity : Double(units) * query.units.weight)
            let theirs = max(Double(steps.leastInterests(index >> 4)), shared)
            return Self.roundedUp(formula.interestBound(shared: shared, mine: mine.interests, theirs: theirs))
        }
        bounds += (0..<256).map { index in
            let count = index & 31
            let shared = min(mine.hours, count == 31 ? CodedTraits.hoursInWeek : count)
            let theirs = max(steps.leastHours(index >> 5), shared)
            return Self.roundedUp(formula.hourBound(shared: shared, mine: mine.hours, theirs: theirs))
        }
        bounds += (0..<UInt16(SocialCode.count)).map { bits in
            let code = SocialCode(bits: bits)
            guard !code.isVacant else { return 0 }
            return 1
                + Self.roundedUp(
                    formula.weights.personality + formula.weights.distance
                        + formula.socialBound(query.traits.social, code))
        }
        distance = ContiguousArray(
            (0...DistanceLevel.allCases.count).map { Float(formula.weights.distance - formula.homeBound($0)) })
    }

    /// Returns the bound that a candidate must exceed to score more than `threshold`.
    static func limit(_ threshold: Double) -> UInt32 {
        UInt32(min(max(0, threshold), 2) * unit)
    }

    static func value(_ bound: UInt32) -> Float { Float(bound) / Float(unit) }

    /// Returns the index of the level among all levels, or 3 if either home is unknown.
    @inline(__always)
    static func distance(from mine: HomeSquare?, to theirs: HomeSquare) -> Int {
        guard let mine, theirs != .unknown else { return DistanceLevel.allCases.count }
        return switch mine.distanceLevel(to: theirs) {
        case .same: 0
        case .neighbouring: 1
        case .further: 2
        }
    }

    private static func roundedUp(_ bound: Double) -> UInt32 {
        UInt32((min(max(0, bound), 2) * unit).rounded(.up))
    }

    private static let unit = 16_777_216.0
}

/// The score of ``Compatibility``, and an upper bound for each of its parts that a search looks up in a table.
///
/// The harmonic mean of both sides is at most their arithmetic mean, which is a sum over the terms. The bounds are the
/// means of the terms. A bound never decreases with `shared`. It never increases with `theirs`, if that is not 0.
struct ReciprocalFormula {
    let weights: RankWeights

    func interestBound(shared: Double, mine: Double, theirs: Double) -> Double {
        InterestTerm.value(shared: shared, mine: mine, theirs: theirs).map { weights.interests * $0.mean } ?? 0
    }

    func hourBound(shared: Int, mine: Int, theirs: Int) -> Double {
        AvailabilityTerm.value(AvailabilityTerm.level(shared: shared, mine: mine, theirs: theirs))
            .map { weights.availability * $0.mean } ?? 0
    }

    func socialBound(_ mine: SocialCode, _ theirs: SocialCode) -> Double {
        (SocialTerm.groupSize(mine, theirs).map { weights.groupSize * $0.mean } ?? 0)
            + (SocialTerm.meetingFrequency(mine, theirs).map { weights.meetingFrequency * $0.mean } ?? 0)
            + (SocialTerm.preferredTimes(mine, theirs).map { weights.preferredTimes * $0.mean } ?? 0)
    }

    /// - Parameter distance: The index of a level among all levels, or 3 for an unknown home.
    func homeBound(_ distance: Int) -> Double {
        let level = DistanceLevel.allCases.indices.contains(distance) ? DistanceLevel.allCases[distance] : nil
        return HomeTerm.value(level).map { weights.distance * $0.mean } ?? 0
    }

    func score(_ facts: PairFacts) -> Double {
        PairTerms(facts).total(weights).lowerBound
    }
}
