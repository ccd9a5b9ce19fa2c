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
