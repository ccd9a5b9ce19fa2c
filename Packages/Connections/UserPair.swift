public import OrbitModels

/// Two people without an order: the same value whoever is named first.
public struct UserPair: Hashable, Sendable {
    /// The one whose id sorts first.
    public let first: UserID
    public let second: UserID

    public init(_ one: UserID, _ other: UserID) {
        (first, second) = one < other ? (one, other) : (other, one)
    }

    /// Names the pair in a store. No two pairs share one: the length tells where the first id ends.
    public var key: String { "\(first.rawValue.utf8.count):\(first)\(second)" }

    public func contains(_ id: UserID) -> Bool { first == id || second == id }

    /// The other of the two; the first if `id` is neither.
    public func partner(of id: UserID) -> UserID { first == id ? second : first }
}
