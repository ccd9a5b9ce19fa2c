/// One kind of thing that a store keeps.
///
/// A store may keep the value itself or its encoded form: decoding what was encoded gives an equal record.
public protocol StoreRecord: Codable, Sendable {
    /// Names the table. No two types share one.
    static var table: String { get }

    /// Unique in the table; ASCII.
    var key: String { get }

    /// How the record is found other than by its key. No two entries are in the same index.
    var indexEntries: [IndexEntry] { get }
}

/// A record's place in one index of its table: a group to look in and a rank to sort by.
public struct IndexEntry: Hashable, Sendable {
    public let index: String
    public let group: String
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

/// Which records of a table to list: one group of one index, between two ranks.
public struct Selection: Hashable, Sendable {
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
