/// The people that the viewer has marked "less like this".
///
/// A candidate similar to any of them loses up to three quarters of the score, in proportion to the square of the
/// similarity.
public struct LessLike: Hashable, Sendable {
    /// The number of latest marks that count.
    public static let capacity = 20
    private static let strength = 0.75

    private let disliked: [Likeness]

    /// - Parameter disliked: The latest first; only ``capacity`` of them count.
    public init(_ disliked: [Likeness] = []) {
        self.disliked = Array(disliked.prefix(Self.capacity))
    }

    /// The factor for a candidate's score, 0.25 to 1.
    public func share(for candidate: Likeness) -> Double {
        let closest = disliked.map { $0.similarity(to: candidate) }.max() ?? 0
        return 1 - Self.strength * closest * closest
    }
}
