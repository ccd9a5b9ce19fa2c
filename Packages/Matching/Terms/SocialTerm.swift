import OrbitModels

/// Social preferences: group size, frequency and times.
enum SocialTerm {
    /// Equal sizes count 1, adjacent sizes 0.5.
    static func groupSize(_ mine: SocialCode, _ theirs: SocialCode) -> TermValue? {
        guard mine.groupSize > 0, theirs.groupSize > 0 else { return nil }
        return switch abs(mine.groupSize - theirs.groupSize) {
        case 0: TermValue(1)
        case 1: TermValue(0.5)
        default: TermValue(0)
        }
    }

    /// Equal frequencies count 1; flexible matches every frequency.
    static func meetingFrequency(_ mine: SocialCode, _ theirs: SocialCode) -> TermValue? {
        guard mine.meetingFrequency > 0, theirs.meetingFrequency > 0 else { return nil }
        let isFlexible = mine.meetingFrequency == flexible || theirs.meetingFrequency == flexible
        return TermValue(isFlexible || mine.meetingFrequency == theirs.meetingFrequency ? 1 : 0)
    }

    /// The share of my preferred times that are theirs, and vice versa.
    static func preferredTimes(_ mine: SocialCode, _ theirs: SocialCode) -> TermValue? {
        let count = (mine: mine.preferredTimes.nonzeroBitCount, theirs: theirs.preferredTimes.nonzeroBitCount)
        guard count.mine > 0, count.theirs > 0 else { return nil }
        let shared = Double((mine.preferredTimes & theirs.preferredTimes).nonzeroBitCount)
        return TermValue(mine: shared / Double(count.mine), theirs: shared / Double(count.theirs))
    }

    private static let flexible = SocialCode(SocialPreferences(meetingFrequency: .flexible)).meetingFrequency
}
