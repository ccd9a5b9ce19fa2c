/// How many of a person's ratings are published: those of whole batches.
///
/// A batch ends with the first day on which the ratings since the last batch are of enough people and meetups. What is
/// shown changes only then, and depends on nothing that comes later.
struct PublishedPart: Hashable, Sendable {
    /// The number of published ratings, the oldest first.
    var count: Int
    /// The day with which the last batch ended. Everything that is shown is as of this day.
    var lastDay: DayNumber

    static let none = PublishedPart(count: 0, lastDay: .min)

    /// Of ratings sorted by day. Those of `today` and later are not looked at: what is shown changes at midnight.
    ///
    /// - Parameter start: What is known to be published, if no rating of its days has come since.
    static func of(
        _ rows: [VoteRow], from start: PublishedPart = .none, today: DayNumber, _ rules: RatingParameters
    ) -> PublishedPart {
        var part = start
        var people: [Int32] = []
        var meetups: [Int32] = []
        for place in start.count..<max(start.count, rows.count) {
            let row = rows[place]
            if row.day >= today { break }
            if people.count < rules.batchPeople, !people.contains(row.rater) { people.append(row.rater) }
            if meetups.count < rules.batchMeetups, !meetups.contains(row.meetup) { meetups.append(row.meetup) }
            let endsDay = place + 1 == rows.count || rows[place + 1].day != row.day
            if endsDay, people.count == rules.batchPeople, meetups.count == rules.batchMeetups {
                part = PublishedPart(count: place + 1, lastDay: row.day)
                people.removeAll(keepingCapacity: true)
                meetups.removeAll(keepingCapacity: true)
            }
        }
        return part
    }
}
