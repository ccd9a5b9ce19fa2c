/// The people of whom somebody has said "less like this".
///
/// Whoever is like one of them loses up to three quarters of their score, in proportion to the square of the
/// likeness: those who hardly resemble any of them lose next to nothing.
public struct LessLike: Hashable, Sendable {
    /// How many of the latest count.
    public static let capacity = 20
    private static let strength = 0.75

    private let disliked: [Likeness]

    /// - Parameter disliked: the latest ``capacity`` of them; more are not looked at.
    public init(_ disliked: [Likeness] = []) {
        self.disliked = Array(disliked.prefix(Self.capacity))
    }

    /// What is left of a score, 0.25 to 1.
    public func share(for candidate: Likeness) -> Double {
        let closest = disliked.map { $0.similarity(to: candidate) }.max() ?? 0
        return 1 - Self.strength * closest * closest
    }
}
