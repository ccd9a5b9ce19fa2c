import BackendRuntime
import Foundation
import Meetups

/// A rank that sorts by an instant, and then by an id or a number. Few records share a rank, even if many have the same
/// instant.
enum SortRank {
    private static let bits = 20
    /// The range of milliseconds since 1970, until the year 2223.
    private static let instants: ClosedRange<Int64> = 0...8_000_000_000_000

    /// Returns the rank of an instant in milliseconds, and of the first 20 bits of a hexadecimal id.
    static func rank(_ instant: Date, _ id: String = "") -> Int64 {
        let digits = String(id.prefix(bits / 4))
        return rank(instant, number: digits.utf8.count == bits / 4 ? Int64(digits, radix: 16) ?? 0 : 0)
    }

    /// Returns the rank of an instant in milliseconds, and of a number of at most 20 bits.
    static func rank(_ instant: Date, number: Int64) -> Int64 {
        time(instant) << bits | min(max(0, number), 1 << bits - 1)
    }

    /// Returns the ranks from one instant to just before another.
    static func ranks(from start: Date, to end: Date) -> ClosedRange<Int64> {
        let first = time(start) << bits
        return first...max(first, (time(end) << bits) - 1)
    }

    /// Returns the ranks from an instant on.
    static func ranks(from start: Date) -> ClosedRange<Int64> { (time(start) << bits) ... .max }

    /// Returns the start of the hour of an instant, in UTC.
    static func hour(of instant: Date) -> Date {
        let time = Self.time(instant)
        return Date(timeIntervalSince1970: Double(time - time % 3_600_000) / 1_000)
    }

    private static func time(_ instant: Date) -> Int64 {
        min(max(instant.milliseconds, instants.lowerBound), instants.upperBound)
    }
}

extension Date {
    /// An instant that is earlier by the maximum duration of a meetup. Each meetup that began before the returned
    /// instant has ended at `self`.
    var beforeLongestMeetup: Date { addingTimeInterval(-.days(MeetupLimits.maxDays)) }

    /// An instant that is earlier by the time for which lists contain past meetups. A meetup that ended before the
    /// returned instant is in no list of its attendees at `self`.
    var beforeKeptMeetups: Date { addingTimeInterval(-.days(MeetupLimits.daysKept)) }
}
