/// The number of attending guests that are likely to come, as a hint for the host. It never describes a single guest.
public struct ExpectedAttendance: Codable, Hashable, Sendable {
    /// The expected number, rounded.
    public let expected: Int
    /// The lower end of a range that contains the number with a probability of at least 80 %.
    public let low: Int
    /// The upper end of the range.
    public let high: Int

    /// Creates an expectation from numbers that are computed already.
    public init(expected: Int, low: Int, high: Int) {
        (self.expected, self.low, self.high) = (expected, low, high)
    }
}

extension ExpectedAttendance {
    /// The minimum number of guests for an expectation. It is also the size of the groups in which guests count by
    /// their own records.
    public static let fewestGuests = 5
    /// The maximum number of guests in the exact computation.
    public static let maxGuests = 1_000

    /// Computes the expectation for guests; `nil` for fewer than 5 guests.
    ///
    /// The guests are assumed to decide independently of each other, so their number has a Poisson binomial
    /// distribution. The chance that a guest comes is the share of kept appointments in a record. Further appointments
    /// are added to each record first:
    ///
    /// - The record of the campus gets 10 appointments, of which 8 are kept. The result is the campus's chance.
    /// - The record of a guest gets 5 appointments, which are kept with the campus's chance. The result is the guest's
    ///   own chance.
    ///
    /// The result must not reveal the record of one guest. So guests count by their own records only in whole groups of
    /// five, in the given order. The remaining guests count with the campus's chance. Finally, all numbers are rounded.
    ///
    /// - Parameters:
    ///   - guests: The guests in the order in which they joined. Beyond 1,000, guests count with the campus's chance.
    ///   - campus: The sums of all records of the campus.
    /// - Complexity: O(n²), for at most 1,000 guests: a million steps.
    public init?(guests: [GuestReliability], campus: GuestReliability) {
        guard guests.count >= Self.fewestGuests else { return nil }
        let usual = campus.chance(prior: (kept: 8, all: 10))
        let own = min(guests.count, Self.maxGuests) / Self.fewestGuests * Self.fewestGuests
        let prior = (kept: 5 * usual, all: 5.0)
        let chances = guests.prefix(own).map { $0.chance(prior: prior) }.sorted()
        var counts = Self.distribution(
            of: chances + Array(repeating: usual, count: min(guests.count, Self.maxGuests) - own))
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

    /// The step of rounding: 1 below 20 guests, 2 below 50, 5 below 200, and 10 from 200 on.
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

/// A guest's record of kept and missed appointments.
public struct GuestReliability: Hashable, Sendable {
    /// Meetups that the guest attended as agreed.
    public let kept: Int
    /// Meetups to which the guest did not come.
    public let noShow: Int

    /// Creates a record. Numbers are limited to the range from 0 to a million.
    public init(kept: Int, noShow: Int) {
        (self.kept, self.noShow) = (min(max(kept, 0), 1_000_000), min(max(noShow, 0), 1_000_000))
    }
}

extension GuestReliability {
    /// Returns the chance that the guest comes, from 0.5 to 0.98, so that no guest counts as certain.
    ///
    /// - Parameter prior: The kept appointments and all appointments that are added to the record.
    fileprivate func chance(prior: (kept: Double, all: Double)) -> Double {
        let chance = (Double(kept) + prior.kept) / (Double(kept + noShow) + prior.all)
        return min(max(chance, 0.5), 0.98)
    }
}
