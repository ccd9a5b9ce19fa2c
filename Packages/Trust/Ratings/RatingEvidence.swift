/// What the published ratings of a person say, in whole numbers: sums that depend on no order.
struct RatingEvidence: Codable, Hashable, Sendable {
    /// Votes for one star, two, … five, in 65,536ths.
    var stars: SIMD8<Int64> = .zero
    /// The number of people who have rated.
    var people: Int32 = 0
    /// The day of which this is; the least number if nothing is published.
    var day: DayNumber = .min
    /// Up to three tags by number, each plus one, the most frequent in the lowest byte.
    var tags: UInt32 = 0

    static let none = RatingEvidence()

    /// All votes, in 65,536ths.
    var votes: Int64 { stars.wrappedSum() }
}
