import Foundation

/// ``RankFormula/plain(decay:)``.
struct PlainFormula: ScoringFormula {
    static let comparesPoints = true
    let weights: RankWeights
    /// In kilometres.
    let decay: Double

    func interestBound(shared: Double, mine: Double, theirs: Double) -> Double {
        weights.interests * shared / max(1, mine + theirs - shared)
    }

    func hourBound(shared: Int, mine: Int, theirs: Int) -> Double {
        weights.availability * Double(shared) / Double(max(1, min(mine, theirs)))
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
            + hourBound(shared: facts.sharedHours, mine: facts.myHours, theirs: facts.theirHours)
            + socialBound(facts.mySocial, facts.theirSocial)
            + (facts.kilometres.map(nearness) ?? 0)
    }

    func homeBound(_ distance: Int) -> Double { nearness(kilometres: Double(distance)) }

    private func nearness(kilometres: Double) -> Double {
        decay > 0 ? weights.distance * exp(-kilometres / decay) : 0
    }
}
