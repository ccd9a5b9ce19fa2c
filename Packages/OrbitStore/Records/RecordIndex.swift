/// The entry of a record in one index of its table: a group to find it by and a rank to sort by.
public struct IndexEntry: Hashable, Sendable {
    /// The name of the index within its table.
    public let index: String
    /// The group. A query lists records of one group.
    public let group: String
    /// The sort key within the group.
    public let rank: Int64

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - index: the name of the index within its table.
    ///   - group: the group. By default the whole index is one group.
    ///   - rank: the sort key within the group. Records of equal rank sort by key.
    public init(_ index: String, group: String = "", rank: Int64 = 0) {
        self.index = index
        self.group = group
        self.rank = rank
    }
}

/// The position of a record in one group of an index: its rank, then its key.
public struct IndexPosition: Codable, Hashable, Sendable {
    /// The rank of the entry.
    public let rank: Int64
    /// The key of the record.
    public let key: String

    /// Creates a position. No record needs to exist at it.
    public init(rank: Int64, key: String) {
        (self.rank, self.key) = (rank, key)
    }
}

extension IndexPosition: Comparable {
    /// Returns whether a position sorts before another position in ascending order.
    public static func < (one: IndexPosition, other: IndexPosition) -> Bool {
        (one.rank, one.key) < (other.rank, other.key)
    }
}

/// A query for the records of one group of an index, between two ranks.
public struct IndexQuery: Hashable, Sendable {
    /// The direction in which the ranks are listed.
    public enum Order: Hashable, Sendable {
        /// Ascending: the lowest rank first.
        case ascending
        /// Descending: the highest rank first.
        case descending
    }

    /// The name of the index within its table.
    public var index: String
    /// The group to list.
    public var group: String
    /// The ranks to list, including both bounds.
    public var ranks: ClosedRange<Int64>
    /// The direction of the ranks, and of the keys within a rank.
    public var order: Order
    /// The position after which the list begins: the last position of the previous page. The record at this position
    /// may have been deleted.
    public var after: IndexPosition?
    /// The maximum number of records, from the start of the list.
    public var limit: Int

    /// Creates a query. By default it matches all records of a group, in ascending order.
    ///
    /// - Parameters:
    ///   - index: the name of the index within its table.
    ///   - group: the group to list.
    ///   - ranks: the ranks to list, including both bounds.
    ///   - order: the direction of the list.
    ///   - after: the position after which the list begins; `nil` for the start.
    ///   - limit: the maximum number of records. A limit below 1 matches no records.
    public init(
        _ index: String, group: String = "", ranks: ClosedRange<Int64> = .min ... .max, order: Order = .ascending,
        after: IndexPosition? = nil, limit: Int = .max
    ) {
        self.index = index
        self.group = group
        self.ranks = ranks
        self.order = order
        self.after = after
        self.limit = limit
    }
}
