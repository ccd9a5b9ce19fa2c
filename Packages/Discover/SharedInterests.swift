public import OrbitModels

/// Where someone stands in a list of suggestions: the more interests in common the earlier, and among
/// equals in the order of their ids, so that the order is the same every time.
public struct SharedInterests: Hashable, Sendable {
    /// How many interests the two have in common.
    public let count: Int
    public let id: UserID

    public init(count: Int, id: UserID) {
        self.count = count
        self.id = id
    }

    /// - Parameter interests: those of the person who looks.
    public init(of person: UserID, with theirs: [Interest], and interests: Set<Interest>) {
        self.init(count: interests.intersection(theirs).count, id: person)
    }
}

extension SharedInterests: Comparable {
    /// Whether the left comes earlier.
    public static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.count != rhs.count ? lhs.count > rhs.count : lhs.id < rhs.id
    }
}
