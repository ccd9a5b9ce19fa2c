/// A record's place in one index of its table: a group to look in and a rank to sort by.
public struct IndexEntry: Hashable, Sendable {
    /// The name of the index within its table.
    public let index: String
    /// Only records of one group are listed together.
    public let group: String
    /// Decides the order within the group.
    public let rank: Int64

    /// - Parameters:
    ///   - group: the whole index is one group unless it says otherwise.
    ///   - rank: records of equal rank sort by key.
    public init(_ index: String, group: String = "", rank: Int64 = 0) {
        self.index = index
        self.group = group
        self.rank = rank
    }
}

/// Where a record stands in one group of an index: by rank, then by key.
public struct IndexPosition: Codable, Hashable, Sendable {
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

/// Which records of a table to list: one group of one index, between two ranks.
public struct IndexQuery: Hashable, Sendable {
    /// Which way to go through the ranks.
    public enum Order: Hashable, Sendable {
        /// The lowest rank first.
        case ascending
        /// The highest rank first.
        case descending
    }

    /// The name of the index within its table.
    public var index: String
    /// The group to look in.
    public var group: String
    /// Records of other ranks are not listed.
    public var ranks: ClosedRange<Int64>
    /// By rank, then by key, both the same way.
    public var order: Order
    /// Only what comes after this place in the order is listed: the page after the one that ended there. A record need not
    /// stand there any more.
    public var after: IndexPosition?
    /// The most records to list; the first in the order.
    public var limit: Int

    /// All of a group, unless said otherwise.
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
