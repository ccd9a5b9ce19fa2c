import Foundation

/// The number of a day since 1970, in UTC. Ratings are counted by day, so that a summary does not reveal the time of a
/// rating.
typealias DayNumber = Int32

extension Date {
    /// The number of the day, limited to the years 0 to 9999. NaN and negative infinity give the first of these days.
    var dayNumber: DayNumber {
        let seconds = timeIntervalSince1970
        guard seconds.isFinite else { return seconds == .infinity ? 2_932_896 : -719_528 }
        return DayNumber(min(max((seconds / 86_400).rounded(.down), -719_528), 2_932_896))
    }
}
