/// How many of those who have said yes are likely to come, for the host as a hint; never about one guest.
public struct ExpectedAttendance: Codable, Hashable, Sendable {
    /// The expected number, rounded.
    public let expected: Int
    /// The number is likely, with a probability of at least eight in ten, no less than this…
    public let low: Int
    /// …and no more than this.
    public let high: Int

    /// Creates an expectation as it is.
    public init(expected: Int, low: Int, high: Int) {
        (self.expected, self.low, self.high) = (expected, low, high)
    }
}

extension ExpectedAttendance {
    /// The number of guests from which on anything is said, and the size of the groups by which their records count.
    public static let fewestGuests = 5
    /// The most guests who are looked at one by one.
    public static let mostGuests = 1_000

    /// What is expected of the guests; `nil` for fewer than 5.
    ///
    /// Whether a guest comes is taken to be independent of the others, so that their number has a Poisson binomial
    /// distribution. A record counts together with that of the campus, which weighs as much as 5 appointments. So that
    /// nobody's record is read from what one more guest changes, guests count by their own records only in whole groups of
    /// five, in the order given; those left over count as anyone of the campus. Then everything is rounded.
    ///
    /// - Parameters:
    ///   - guests: In the order in which they have joined. Of more than 1,000 the rest counts like the campus.
    ///   - campus: The sums of all records of the campus.
    /// - Complexity: O(n²), for at most 1,000 guests: a million steps.
    public init?(guests: [GuestReliability], campus: GuestReliability) {
        guard guests.count >= Self.fewestGuests else { return nil }
        let usual = campus.chance(before: (kept: 8, all: 10))
        let own = min(guests.count, Self.mostGuests) / Self.fewestGuests * Self.fewestGuests
        let prior = (kept: 5 * usual, all: 5.0)
        let chances = guests.prefix(own).map { $0.chance(before: prior) }.sorted()
        var counts = Self.distribution(
            of: chances + Array(repeating: usual, count: min(guests.count, Self.mostGuests) - own))
        let rest = Double(guests.count - (counts.count - 1))
        let mean = counts.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element } + rest * usual
        for place in counts.indices.dropFirst() { counts[place] += counts[place - 1] }
        let low = Double(counts.firstIndex { $0 >= 0.1 } ?? 0) + (rest * usual).rounded(.down)
        let high = Double(counts.firstIndex { $0 >= 0.9 } ?? counts.count - 1) + (rest * usual).rounded(.up)
        let step = Self.step(guests.count)
        func rounded(_ value: Double, _ rule: FloatingPointRoundingRule) -> Int {
            min(max(Int((value / step).rounded(rule) * step), 0), guests.count)
        }
        self.init(
            expected: rounded(mean, .toNearestOrAwayFromZero), low: rounded(low, .down), high: rounded(high, .up))
    }

    /// What numbers are rounded to: 1 below 20 guests, 2 below 50, 5 below 200, then 10.
    private static func step(_ guests: Int) -> Double {
        switch guests {
        case ..<20: 1
        case ..<50: 2
        case ..<200: 5
        default: 10
        }
    }

    /// The probability of each number of successes of independent trials (Poisson binomial), by convolution.
    static func distribution(of chances: [Double]) -> [Double] {
        var counts = [1.0]
        counts.reserveCapacity(chances.count + 1)
        for chance in chances {
            counts.append(0)
            for place in stride(from: counts.count - 1, to: 0, by: -1) {
                counts[place] = counts[place] * (1 - chance) + counts[place - 1] * chance
            }
            counts[0] *= 1 - chance
        }
        return counts
    }
}

/// What is known of whether a guest comes.
public struct GuestReliability: Hashable, Sendable {
    /// Meetups that the guest attended as agreed.
    public let kept: Int
    /// Meetups to which the guest did not come.
    public let noShow: Int

    /// Creates a record. Negative numbers count as 0, those beyond a million as a million.
    public init(kept: Int, noShow: Int) {
        (self.kept, self.noShow) = (min(max(kept, 0), 1_000_000), min(max(noShow, 0), 1_000_000))
    }
}

extension GuestReliability {
    /// The chance that the guest comes, with so many appointments assumed beforehand; 0.5 to 0.98, so that no guest is ever
    /// taken for certain.
    fileprivate func chance(before: (kept: Double, all: Double)) -> Double {
        let chance = (Double(kept) + before.kept) / (Double(kept + noShow) + before.all)
        return min(max(chance, 0.5), 0.98)
    }
}
