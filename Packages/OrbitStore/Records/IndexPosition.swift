/// Where a record stands in one group of an index: by rank, then by key.
public struct IndexPosition: Hashable, Sendable {
    /// The rank of its entry.
    public let rank: Int64
    /// Its key.
    public let key: String

    /// Names a place, whether a record stands there or not.
    public init(rank: Int64, key: String) {
        (self.rank, self.key) = (rank, key)
    }
}

extension IndexPosition: Comparable {
    /// In ascending order.
    public static func < (one: IndexPosition, other: IndexPosition) -> Bool {
        (one.rank, one.key) < (other.rank, other.key)
    }
}
