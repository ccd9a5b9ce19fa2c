import Foundation

/// A rating that a person has received, in numbers.
struct VoteRow: Hashable, Sendable, Comparable {
    var day: DayNumber
    var rater: Int32
    var meetup: Int32
    var stars: UInt8
    /// A bit for each tag.
    var tags: UInt32

    /// By day. Of two ratings of the same rater and meetup the lesser counts, which should not come about.
    static func < (lhs: VoteRow, rhs: VoteRow) -> Bool {
        if lhs.day != rhs.day { return lhs.day < rhs.day }
        if lhs.rater != rhs.rater { return lhs.rater < rhs.rater }
        if lhs.meetup != rhs.meetup { return lhs.meetup < rhs.meetup }
        return lhs.stars != rhs.stars ? lhs.stars < rhs.stars : lhs.tags < rhs.tags
    }
}

/// A person met.
struct Contact: Hashable, Sendable {
    /// The day of ``confirmed`` for a person who has not confirmed the meeting.
    static let never = DayNumber.max

    var person: Int32
    /// The day of the first meeting.
    var day: DayNumber
    /// The first day on which the other has confirmed it, which is by a rating.
    var confirmed = never
}

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
