import Foundation

/// A day of the calendar at the place of a rider, as the number of days since 1970-01-01.
public struct RideDay: Hashable, Comparable, Sendable {
    /// The days since 1970-01-01. Negative before that day.
    public let sinceEpoch: Int

    /// The days on which a ride can begin: 1900-01-01 to 2199-12-31. A start outside them is an error of a device.
    public static let valid = -25_567...84_005
    /// The offsets from UTC that a clock can have, in seconds: 18 hours in both directions.
    static let validOffsets = -64_800...64_800

    /// Creates a day. Returns `nil` outside ``valid``.
    public init?(sinceEpoch: Int) {
        guard Self.valid.contains(sinceEpoch) else { return nil }
        self.sinceEpoch = sinceEpoch
    }

    /// Creates the day that the clock of the rider showed at an instant. Returns `nil` outside ``valid``, for a date of
    /// NaN, and for an offset of more than 18 hours.
    ///
    /// A ride counts for the day on which it began, even if it ends after midnight.
    ///
    /// - Parameters:
    ///   - start: The instant at which the ride began.
    ///   - secondsFromGMT: The offset of the rider's clock at that instant.
    public init?(startingAt start: Date, secondsFromGMT: Int) {
        guard Self.validOffsets.contains(secondsFromGMT), let second = Self.second(of: start) else { return nil }
        let local = second + Int64(secondsFromGMT)
        self.init(sinceEpoch: Int(local >= 0 ? local / 86_400 : (local - 86_399) / 86_400))
    }

    /// Creates the day that the clock of a zone showed at an instant, by the rules of
    /// ``init(startingAt:secondsFromGMT:)``.
    public init?(startingAt start: Date, in zone: TimeZone) {
        // `TimeZone` traps on dates far outside the calendar.
        guard Self.second(of: start) != nil else { return nil }
        self.init(startingAt: start, secondsFromGMT: zone.secondsFromGMT(for: start))
    }

    /// Returns the second that contains an instant, or `nil` for a date that is far outside ``valid``.
    static func second(of instant: Date) -> Int64? {
        let seconds = instant.timeIntervalSince1970.rounded(.down)
        return abs(seconds) < 1e10 ? Int64(seconds) : nil  // false for NaN
    }

    public static func < (left: RideDay, right: RideDay) -> Bool { left.sinceEpoch < right.sinceEpoch }
}
