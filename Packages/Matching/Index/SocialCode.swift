import OrbitModels

/// Social preferences in ten bits: group size, meeting frequency, and a bit for each preferred time.
///
/// A value that is unknown to this version counts as unanswered.
struct SocialCode: Hashable, Sendable {
    let bits: UInt16

    static let count = 1_024

    /// The code of a vacant lane. No preferences have it, because a group size has no rank 7.
    static let vacant = SocialCode(bits: 1_023)

    init(bits: UInt16) {
        self.bits = bits
    }

    init(_ preferences: SocialPreferences) {
        var bits = Self.place(of: preferences.groupSize, in: GroupSize.known)
        bits |= Self.place(of: preferences.meetingFrequency, in: MeetingFrequency.known) << 3
        for (index, time) in PreferredTime.known.prefix(4).enumerated() where preferences.preferredTimes.contains(time)
        {
            bits |= 1 << (6 + UInt16(index))
        }
        self.bits = bits
    }

    /// The rank of the group size, 1 to 6 in the order of the known values, smallest group first; 0 if unanswered.
    var groupSize: Int { Int(bits & 7) }

    /// The rank of the meeting frequency, 1 to 6 in the order of the known values; 0 if unanswered.
    var meetingFrequency: Int { Int(bits >> 3 & 7) }

    /// The preferred times, with a bit for each.
    var preferredTimes: UInt16 { bits >> 6 }

    var isVacant: Bool { self == .vacant }

    private static func place<Value: OpenEnum>(of value: Value?, in known: [Value]) -> UInt16 {
        guard let value, let index = known.prefix(6).firstIndex(of: value) else { return 0 }
        return UInt16(index + 1)
    }
}
