/// Which records of a table to list: one group of one index, between two ranks.
public struct IndexQuery: Hashable, Sendable {
    public enum Order: Hashable, Sendable {
        case ascending, descending
    }

    public var index: String
    public var group: String
    public var ranks: ClosedRange<Int64>
    /// By rank, then by key, both the same way.
    public var order: Order
    /// The most records to list; the first in the order.
    public var limit: Int

    public init(
        _ index: String, group: String = "", ranks: ClosedRange<Int64> = .min ... .max, order: Order = .ascending,
        limit: Int = .max
    ) {
        self.index = index
        self.group = group
        self.ranks = ranks
        self.order = order
        self.limit = limit
    }
}
