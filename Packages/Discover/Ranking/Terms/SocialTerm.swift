import OrbitModels

/// Social preferences: how many to meet, how often, and at what times.
enum SocialTerm {
    /// Equal sizes fit, and neighbouring ones fit half.
    static func groupSize(_ mine: SocialCode, _ theirs: SocialCode) -> TermValue? {
        guard mine.groupSize > 0, theirs.groupSize > 0 else { return nil }
        return switch abs(mine.groupSize - theirs.groupSize) {
        case 0: TermValue(1)
        case 1: TermValue(0.5)
        default: TermValue(0)
        }
    }

    /// Equal frequencies fit, and flexible people fit everybody.
    static func meetingFrequency(_ mine: SocialCode, _ theirs: SocialCode) -> TermValue? {
        guard mine.meetingFrequency > 0, theirs.meetingFrequency > 0 else { return nil }
        let isFlexible = mine.meetingFrequency == flexible || theirs.meetingFrequency == flexible
        return TermValue(isFlexible || mine.meetingFrequency == theirs.meetingFrequency ? 1 : 0)
    }

    /// How many of my preferred times are theirs too, and the other way round.
    static func preferredTimes(_ mine: SocialCode, _ theirs: SocialCode) -> TermValue? {
        let count = (mine: mine.preferredTimes.nonzeroBitCount, theirs: theirs.preferredTimes.nonzeroBitCount)
        guard count.mine > 0, count.theirs > 0 else { return nil }
        let shared = Double((mine.preferredTimes & theirs.preferredTimes).nonzeroBitCount)
        return TermValue(mine: shared / Double(count.mine), theirs: shared / Double(count.theirs))
    }

    private static let flexible = SocialCode(SocialPreferences(meetingFrequency: .flexible)).meetingFrequency
}
