/// A rating that a person has received, with numbers for the rater, the meetup and the tags.
struct VoteRow: Hashable, Sendable, Comparable {
    var day: DayNumber
    var rater: Int32
    var meetup: Int32
    var stars: UInt8
    /// The given tags, one bit for each tag.
    var tags: UInt32

    /// Compares by day, rater, meetup, stars and tags. If a rater has two ratings for a meetup, which should not occur,
    /// the first in this order counts.
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
    /// The first day on which a rating by this person confirmed the meeting.
    var confirmed = never
}
