public import OrbitModels

/// An unordered pair of people. Both orders give the same value.
public struct UserPair: Hashable, Sendable {
    /// The smaller id.
    public let first: UserID
    /// The greater id.
    public let second: UserID

    /// Creates a pair from two ids in either order.
    public init(_ one: UserID, _ other: UserID) {
        (first, second) = one < other ? (one, other) : (other, one)
    }

    /// A key for a store, unique to the pair.
    // The length marks the end of the first id.
    public var key: String { "\(first.rawValue.utf8.count):\(first)\(second)" }

    /// Whether the person is in the pair.
    public func contains(_ id: UserID) -> Bool { first == id || second == id }

    /// Returns the other person of the pair. Returns the first person if `id` is not in the pair.
    public func partner(of id: UserID) -> UserID { first == id ? second : first }
}
