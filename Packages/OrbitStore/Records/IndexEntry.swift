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
