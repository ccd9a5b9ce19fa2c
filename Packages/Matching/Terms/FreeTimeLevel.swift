/// How much free time two people have in common in a week: all that either learns of the other's hours before a match.
///
/// The steps are the same for every pair and both sides. Nothing is divided by a number of hours, since a finer value
/// lets a person who changes their own hours find out those of others (decision 26).
public enum FreeTimeLevel: String, CaseIterable, Codable, Hashable, Sendable {
    /// Under 2 hours.
    case little
    /// 2 to 5 hours.
    case some
    /// 6 hours or more.
    case plenty

    /// The level of a number of shared hours a week.
    public init(sharedHours: Int) {
        self = sharedHours < 2 ? .little : sharedHours < 6 ? .some : .plenty
    }

    /// 0 to 1.
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

/// Availability: the level of free time in common.
enum AvailabilityTerm {
    /// `nil` if either has no free hours.
    static func level(shared: Int, mine: Int, theirs: Int) -> FreeTimeLevel? {
        mine > 0 && theirs > 0 ? FreeTimeLevel(sharedHours: shared) : nil
    }

    static func value(_ level: FreeTimeLevel?) -> TermValue? { level.map { TermValue($0.worth) } }
}
