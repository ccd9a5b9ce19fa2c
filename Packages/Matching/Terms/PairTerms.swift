/// The terms of a pair; `nil` where either has not answered.
struct PairTerms {
    let personality: TermValue?
    let interests: TermValue?
    let availability: TermValue?
    let groupSize: TermValue?
    let meetingFrequency: TermValue?
    let preferredTimes: TermValue?
    let distance: TermValue?

    init(_ facts: PairFacts) {
        personality = PersonalityTerm.value(facts.sliders)
        interests = InterestTerm.value(
            shared: Double(facts.sharedInterests), mine: Double(facts.myInterests),
            theirs: Double(facts.theirInterests))
        availability = AvailabilityTerm.value(facts.freeTime)
        groupSize = SocialTerm.groupSize(facts.mySocial, facts.theirSocial)
        meetingFrequency = SocialTerm.meetingFrequency(facts.mySocial, facts.theirSocial)
        preferredTimes = SocialTerm.preferredTimes(facts.mySocial, facts.theirSocial)
        distance = HomeTerm.value(facts.homeStep)
    }

    func total(_ weights: RankWeights) -> PairTotal {
        var total = PairTotal()
        total.add(personality, weight: weights.personality)
        total.add(interests, weight: weights.interests)
        total.add(availability, weight: weights.availability)
        total.add(groupSize, weight: weights.groupSize)
        total.add(meetingFrequency, weight: weights.meetingFrequency)
        total.add(preferredTimes, weight: weights.preferredTimes)
        total.add(distance, weight: weights.distance)
        return total
    }
}

/// The weighted sum of the terms of a pair.
struct PairTotal {
    /// The value known for each side.
    private(set) var mine = 0.0
    private(set) var theirs = 0.0
    /// The share of the weights that both have answered, 0 to 1.
    private(set) var answered = 0.0

    mutating func add(_ value: TermValue?, weight: Double) {
        guard let value else { return }
        let weight = weight * value.answered
        mine += weight * value.mine
        theirs += weight * value.theirs
        answered += weight
    }

    /// The score with unanswered terms at their worst.
    var lowerBound: Double { Self.fused(mine, theirs) }

    /// The score with unanswered terms at their best.
    var upperBound: Double {
        let unanswered = max(0, 1 - answered)
        return min(1, Self.fused(mine + unanswered, theirs + unanswered))
    }

    /// The score if unanswered terms are like the answered ones.
    var estimate: Double { answered > 0 ? min(1, lowerBound / answered) : 0 }

    /// The harmonic mean, low if either side is low (Pizzato et al., "RECON", 2010).
    private static func fused(_ mine: Double, _ theirs: Double) -> Double {
        let sum = mine + theirs
        return sum > 0 ? 2 * mine * theirs / sum : 0
    }
}
