import OrbitModels

extension ProfilePair {
    /// Returns the reasons of the three terms that contribute most to the score, the strongest first.
    func reasons(_ terms: PairTerms, _ weights: RankWeights) -> [Reason] {
        let candidates = [
            candidate(terms.availability, weights.availability, freeTimeReason),
            candidate(terms.interests, weights.interests, interestReason),
            candidate(terms.personality, weights.personality, alikeReason),
            candidate(terms.distance, weights.distance, areaReason),
            candidate(terms.groupSize, weights.groupSize, groupSizeReason),
            candidate(terms.meetingFrequency, weights.meetingFrequency, frequencyReason),
            candidate(terms.preferredTimes, weights.preferredTimes, sharedTimeReason),
        ]
        // The sort is stable, so equal terms keep the order above.
        return candidates.compactMap(\.self).sorted { $0.strength > $1.strength }.prefix(3).map(\.reason)
    }

    /// Returns a reason with its term's contribution to the score, or `nil` if it contributes nothing.
    private func candidate(
        _ value: TermValue?, _ weight: Double, _ reason: Reason?
    ) -> (reason: Reason, strength: Double)? {
        guard let value, let reason, weight * value.mean > 0 else { return nil }
        return (reason, weight * value.answered * value.mean)
    }

    /// The scale with the greatest difference, or otherwise the rarest interest that only the other person has.
    var difference: Reason? {
        let apart = scales.max { abs($0.mine - $0.theirs) < abs($1.mine - $1.theirs) }
        if let apart, abs(apart.mine - apart.theirs) >= 0.5 {
            return Reason(.unlike, ["scale": .text(apart.name), "end": apart.theirs > apart.mine ? "high" : "low"])
        }
        let known = Set(mine.interests)
        return rarest(of: ComparisonContext.interests(of: theirs).filter { !known.contains($0) }).map {
            Reason(.otherInterest, ["interest": .text($0.label)])
        }
    }

    private var interestReason: Reason? {
        rarest(of: sharedInterests).map {
            Reason(
                campus.rarity.isRare($0) ? .sharedRareInterest : .sharedInterest, ["interest": .text($0.label)])
        }
    }

    /// The reason for shared free time, without days and hours. Only matches may see them, if the owner allows it.
    private var freeTimeReason: Reason? {
        guard let level = facts.freeTime, level > .little else { return nil }
        return Reason(.sharedFreeTime, ["level": .text(level.rawValue)])
    }

    /// The scale with the smallest difference, if the difference is small.
    private var alikeReason: Reason? {
        let nearest = scales.min { abs($0.mine - $0.theirs) < abs($1.mine - $1.theirs) }
        guard let nearest, abs(nearest.mine - nearest.theirs) <= 0.2 else { return nil }
        let areLow = max(nearest.mine, nearest.theirs) <= 0.4
        let areHigh = min(nearest.mine, nearest.theirs) >= 0.6
        return Reason(
            .alike, ["scale": .text(nearest.name), "end": areLow ? "low" : areHigh ? "high" : "middle"])
    }

    private var areaReason: Reason? { facts.distanceLevel == .same ? Reason(.sameArea) : nil }

    private var groupSizeReason: Reason? {
        guard let size = mine.socialPreferences.groupSize, size == theirs.socialPreferences.groupSize else {
            return nil
        }
        return Reason(.sameGroupSize, ["group_size": .text(size.rawValue)])
    }

    private var frequencyReason: Reason? {
        guard let frequency = mine.socialPreferences.meetingFrequency,
            frequency == theirs.socialPreferences.meetingFrequency
        else { return nil }
        return Reason(.sameFrequency, ["meeting_frequency": .text(frequency.rawValue)])
    }

    private var sharedTimeReason: Reason? {
        let times = mine.socialPreferences.preferredTimes.filter(theirs.socialPreferences.preferredTimes.contains)
        return times.first(where: \.isKnown).map { Reason(.sharedTime, ["time": .text($0.rawValue)]) }
    }

    /// The scales that both people have answered, with their names on the wire.
    private var scales: [(name: String, mine: Double, theirs: Double)] {
        let all = [
            ("introvert_extrovert", mine.personality.introvertExtrovert, theirs.personality.introvertExtrovert),
            ("spontaneous_planner", mine.personality.spontaneousPlanner, theirs.personality.spontaneousPlanner),
            ("active_relaxed", mine.personality.activeRelaxed, theirs.personality.activeRelaxed),
        ]
        return all.compactMap { name, mine, theirs in
            guard let mine, let theirs else { return nil }
            return (name, mine.value, theirs.value)
        }
    }

    /// Returns the rarest interest, and the first of equally rare interests.
    private func rarest(of interests: [Interest]) -> Interest? {
        interests.min { campus.rarity.holders(of: $0) < campus.rarity.holders(of: $1) }
    }
}
