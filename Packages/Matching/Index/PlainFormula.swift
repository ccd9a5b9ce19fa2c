import Foundation

/// ``RankFormula/plain(decay:)``.
struct PlainFormula: ScoringFormula {
    let weights: RankWeights
    /// In kilometres.
    let decay: Double

    func interestBound(shared: Double, mine: Double, theirs: Double) -> Double {
        weights.interests * shared / max(1, mine + theirs - shared)
    }

    func hourBound(shared: Double, mine: Double, theirs: Double) -> Double {
        weights.availability * shared / max(1, min(mine, theirs))
    }

    func socialBound(_ mine: SocialCode, _ theirs: SocialCode) -> Double {
        (mine.groupSize == theirs.groupSize && mine.groupSize > 0 ? weights.groupSize : 0)
            + (mine.meetingFrequency == theirs.meetingFrequency && mine.meetingFrequency > 0
                ? weights.meetingFrequency : 0)
    }

    func score(_ facts: PairFacts) -> Double {
        (PersonalityTerm.value(facts.sliders).map { weights.personality * $0.answered * $0.mine } ?? 0)
            + interestBound(
                shared: Double(facts.sharedInterests), mine: Double(facts.myInterests),
                theirs: Double(facts.theirInterests))
            + hourBound(
                shared: Double(facts.sharedHours), mine: Double(facts.myHours), theirs: Double(facts.theirHours))
            + socialBound(facts.mySocial, facts.theirSocial)
            + (facts.kilometres.map(distanceBound(kilometres:)) ?? 0)
    }

    func distanceBound(kilometres: Double) -> Double {
        decay > 0 ? weights.distance * exp(-kilometres / decay) : 0
    }
}
