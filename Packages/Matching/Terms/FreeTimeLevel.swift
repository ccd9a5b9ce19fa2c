/// The amount of free time that two people share in a week. Before a match, neither person learns more about the
/// other's hours.
///
/// The limits of the levels are the same for every pair, and a pair has the same level from both sides.
// The level is not divided by a number of hours. With a finer value, people could change their own hours to find out
// the hours of others (decision 26).
public enum FreeTimeLevel: String, CaseIterable, Codable, Hashable, Sendable {
    /// The two share fewer than 2 hours.
    case little
    /// The two share 2 to 5 hours.
    case some
    /// The two share at least 6 hours.
    case plenty

    /// Creates the level of a number of shared hours per week.
    public init(sharedHours: Int) {
        self = sharedHours < 2 ? .little : sharedHours < 6 ? .some : .plenty
    }

    /// The value in the score, 0 to 1.
    var worth: Double {
        switch self {
        case .little: 0.05
        case .some: 0.5
        case .plenty: 0.95
        }
    }
}

extension FreeTimeLevel: Comparable {
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.worth < rhs.worth }
}

/// The term of availability: the level of free time in common.
enum AvailabilityTerm {
    /// Returns the level, or `nil` if either person has no free hours.
    static func level(shared: Int, mine: Int, theirs: Int) -> FreeTimeLevel? {
        mine > 0 && theirs > 0 ? FreeTimeLevel(sharedHours: shared) : nil
    }

    static func value(_ level: FreeTimeLevel?) -> TermValue? { level.map { TermValue($0.worth) } }
}
