import Foundation

/// A day since 1970, in UTC: ratings are counted by days, so that the instant of one tells nothing.
typealias DayNumber = Int32

extension Date {
    /// The number of the day; of dates before the year 0 or after the year 9999 that of the nearest in between.
    var dayNumber: DayNumber {
        let seconds = timeIntervalSince1970
        guard seconds.isFinite else { return seconds == .infinity ? 2_932_896 : -719_528 }
        return DayNumber(min(max((seconds / 86_400).rounded(.down), -719_528), 2_932_896))
    }
}
