import OrbitModels

/// The terms of a pair. A term is `nil` if either person has not answered.
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
        distance = HomeTerm.value(facts.distanceLevel)
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

    /// The weighted sum of the terms of a pair.
    struct PairTotal {
        /// The weighted sum of the answered terms from my side.
        private(set) var mine = 0.0
        /// The weighted sum of the answered terms from the other person's side.
        private(set) var theirs = 0.0
        /// The share of the weights that belongs to questions which both people have answered, 0 to 1.
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

        /// The score if unanswered terms are like the answered terms.
        var estimate: Double { answered > 0 ? min(1, lowerBound / answered) : 0 }

        /// Returns the harmonic mean, which is low if either side is low (Pizzato et al., "RECON", 2010).
        private static func fused(_ mine: Double, _ theirs: Double) -> Double {
            let sum = mine + theirs
            return sum > 0 ? 2 * mine * theirs / sum : 0
        }
    }
}

/// The value of a term for each side, 0 to 1.
struct TermValue: Hashable, Sendable {
    let mine: Double
    let theirs: Double
    /// The share of the term that both people have answered, above 0 and up to 1.
    let answered: Double

    init(mine: Double, theirs: Double, answered: Double = 1) {
        (self.mine, self.theirs, self.answered) = (mine, theirs, answered)
    }

    /// Creates a symmetric term.
    init(_ value: Double, answered: Double = 1) {
        self.init(mine: value, theirs: value, answered: answered)
    }

    var mean: Double { (mine + theirs) / 2 }
}

/// The term of interests: the share of my interests that the other person has, and vice versa, weighted by rarity.
enum InterestTerm {
    /// Returns the value, or `nil` if either person has no interests. The parameters are weights computed by
    /// ``InterestRarity``.
    ///
    /// - Parameters:
    ///   - shared: The weight of the shared interests.
    ///   - mine: The weight of all of my interests.
    ///   - theirs: The weight of all of the other person's interests.
    static func value(shared: Double, mine: Double, theirs: Double) -> TermValue? {
        guard mine > 0, theirs > 0 else { return nil }
        return TermValue(mine: min(1, shared / mine), theirs: min(1, shared / theirs))
    }
}

/// The terms of social preferences: group size, frequency and times.
enum SocialTerm {
    /// Returns 1 for equal sizes and 0.5 for adjacent sizes.
    static func groupSize(_ mine: SocialCode, _ theirs: SocialCode) -> TermValue? {
        guard mine.groupSize > 0, theirs.groupSize > 0 else { return nil }
        return switch abs(mine.groupSize - theirs.groupSize) {
        case 0: TermValue(1)
        case 1: TermValue(0.5)
        default: TermValue(0)
        }
    }

    /// Returns 1 for equal frequencies. The frequency `flexible` equals every frequency.
    static func meetingFrequency(_ mine: SocialCode, _ theirs: SocialCode) -> TermValue? {
        guard mine.meetingFrequency > 0, theirs.meetingFrequency > 0 else { return nil }
        let isFlexible = mine.meetingFrequency == flexible || theirs.meetingFrequency == flexible
        return TermValue(isFlexible || mine.meetingFrequency == theirs.meetingFrequency ? 1 : 0)
    }

    /// Returns the share of my preferred times that the other person has, and vice versa.
    static func preferredTimes(_ mine: SocialCode, _ theirs: SocialCode) -> TermValue? {
        let count = (mine: mine.preferredTimes.nonzeroBitCount, theirs: theirs.preferredTimes.nonzeroBitCount)
        guard count.mine > 0, count.theirs > 0 else { return nil }
        let shared = Double((mine.preferredTimes & theirs.preferredTimes).nonzeroBitCount)
        return TermValue(mine: shared / Double(count.mine), theirs: shared / Double(count.theirs))
    }

    private static let flexible = SocialCode(SocialPreferences(meetingFrequency: .flexible)).meetingFrequency
}

/// The term of homes: the level of the distance between the squares of the two homes.
enum HomeTerm {
    /// Returns the value of a level, or `nil` if either home is unknown.
    static func value(_ level: DistanceLevel?) -> TermValue? { level.map { TermValue($0.worth) } }
}
