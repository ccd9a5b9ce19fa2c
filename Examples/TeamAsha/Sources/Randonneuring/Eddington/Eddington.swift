/// An Eddington number: the largest E such that the rider has ridden at least E units on at least E days.
///
/// The number is only meaningful with its unit. The same rider has different numbers in miles and in kilometres.
///
/// Source: Arthur Eddington's letters to Subrahmanyan Chandrasekhar (1938), who counted days and did not round up.
public struct Eddington: Hashable, Sendable {
    /// The number. Zero without rides.
    public let number: Int
    /// The unit of the number.
    public let unit: DistanceUnit
    /// The days that already have at least ``number`` + 1 units.
    public let daysTowardsNext: Int

    init(number: Int, unit: DistanceUnit, daysTowardsNext: Int) {
        self.number = number
        self.unit = unit
        self.daysTowardsNext = daysTowardsNext
    }

    /// The next number.
    public var next: Int { number + 1 }

    /// The days of at least ``next`` units that the rider still needs for the next number; at least one.
    public var daysForNext: Int { next - daysTowardsNext }

    /// The part of the days for the next number that the rider has, from 0 to 1.
    public var progress: Double { Double(daysTowardsNext) / Double(next) }

    /// The badge of the number; `nil` below 25.
    public var badge: EddingtonBadge? { EddingtonBadge(number) }
}
