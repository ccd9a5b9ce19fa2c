/// A number for each origin, such as the number of its connections.
///
/// An origin whose number is zero has no entry, so that origins of the past use no memory.
struct OriginCounts: Hashable, Sendable {
    private var counts: [String: Int] = [:]

    /// The number of an origin. A number below zero counts as zero.
    subscript(origin: String) -> Int {
        get { counts[origin, default: 0] }
        set { counts[origin] = newValue > 0 ? newValue : nil }
    }
}
