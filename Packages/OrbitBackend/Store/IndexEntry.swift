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
