public import OrbitModels

/// An unordered pair of people: the same value for both orders.
public struct UserPair: Hashable, Sendable {
    /// The lesser id.
    public let first: UserID
    /// The greater id.
    public let second: UserID

    /// Creates a pair in either order.
    public init(_ one: UserID, _ other: UserID) {
        (first, second) = one < other ? (one, other) : (other, one)
    }

    /// A key for a store, unique to the pair: the length marks the end of the first id.
    public var key: String { "\(first.rawValue.utf8.count):\(first)\(second)" }

    /// Whether the person is in the pair.
    public func contains(_ id: UserID) -> Bool { first == id || second == id }

    /// The other person of the pair; the first if `id` is neither.
    public func partner(of id: UserID) -> UserID { first == id ? second : first }
}
