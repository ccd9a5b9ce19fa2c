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
