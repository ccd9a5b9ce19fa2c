/// The score of ``Compatibility``, and an upper bound for each part of it that a search looks up in a table.
///
/// The harmonic mean of both sides is at most their arithmetic mean, a sum over the terms: the bounds are the terms'
/// means. A bound never decreases with `shared`, and never increases with `theirs`, if that is not 0.
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

    /// - Parameter distance: The place of a step among all steps, and 3 for an unknown home.
    func homeBound(_ distance: Int) -> Double {
        let step = HomeStep.allCases.indices.contains(distance) ? HomeStep.allCases[distance] : nil
        return HomeTerm.value(step).map { weights.distance * $0.mean } ?? 0
    }

    func score(_ facts: PairFacts) -> Double {
        PairTerms(facts).total(weights).lowerBound
    }
}
