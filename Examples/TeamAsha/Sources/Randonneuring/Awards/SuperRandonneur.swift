/// The progress to the award Super Randonneur: brevets of 200, 300, 400 and 600 km in one calendar year.
///
/// A longer brevet may replace a shorter one, and each brevet counts once. Source: ACP, rules since 2024.
public struct SuperRandonneur: Hashable, Sendable {
    /// The nominal distances of a series in kilometres.
    public static let series = [200, 300, 400, 600]

    /// The year.
    public let year: Int
    /// The distances that are still missing, shortest first.
    public let missing: [Int]

    /// Computes the progress in a year.
    ///
    /// - Parameters:
    ///   - brevets: The finished brevets of all years, in any order.
    ///   - year: The year.
    public init(_ brevets: some Sequence<FinishedBrevet>, in year: Int) {
        self.init(distances: brevets.filter { $0.month.year == year }.map(\.kilometres), year: year)
    }

    init(distances: [Int], year: Int) {
        var left = distances.sorted()
        var missing: [Int] = []
        // The longest distance first, each with the shortest brevet that is long enough. No other choice fills more.
        for distance in Self.series.reversed() {
            if let index = left.firstIndex(where: { $0 >= distance }) {
                left.remove(at: index)
            } else {
                missing.append(distance)
            }
        }
        self.year = year
        self.missing = missing.reversed()
    }

    /// Whether the series is complete.
    public var isComplete: Bool { missing.isEmpty }
}
