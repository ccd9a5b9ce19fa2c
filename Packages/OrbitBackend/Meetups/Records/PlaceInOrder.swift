import BackendRuntime
import Foundation
import Meetups

/// A rank that sorts by an instant and then by an id or a number, so that hardly two records share one, however many
/// there are of the same instant.
enum PlaceInOrder {
    private static let bits = 20
    /// Until the year 2223.
    private static let instants: ClosedRange<Int64> = 0...8_000_000_000_000

    /// The instant in milliseconds, and the first twenty bits of a hexadecimal id.
    static func rank(_ instant: Date, _ id: String = "") -> Int64 {
        let digits = String(id.prefix(bits / 4))
        return rank(instant, number: digits.utf8.count == bits / 4 ? Int64(digits, radix: 16) ?? 0 : 0)
    }

    /// The instant in milliseconds, and a number of at most twenty bits.
    static func rank(_ instant: Date, number: Int64) -> Int64 {
        time(instant) << bits | min(max(0, number), 1 << bits - 1)
    }

    /// The ranks from one instant to just before another.
    static func ranks(from start: Date, to end: Date) -> ClosedRange<Int64> {
        let first = time(start) << bits
        return first...max(first, (time(end) << bits) - 1)
    }

    /// The ranks from an instant on.
    static func ranks(from start: Date) -> ClosedRange<Int64> { (time(start) << bits) ... .max }

    /// The beginning of the hour of an instant, in UTC.
    static func hour(of instant: Date) -> Date {
        let time = Self.time(instant)
        return Date(timeIntervalSince1970: Double(time - time % 3_600_000) / 1_000)
    }

    private static func time(_ instant: Date) -> Int64 {
        min(max(instant.milliseconds, instants.lowerBound), instants.upperBound)
    }
}

extension Date {
    /// Whatever began before is over by this instant.
    var beforeLongestMeetup: Date { addingTimeInterval(-.days(MeetupLimits.days)) }

    /// A person who attended a meetup that ended before has it in no list any more at this instant.
    var beforeKeptMeetups: Date { addingTimeInterval(-.days(MeetupLimits.daysKept)) }
}
