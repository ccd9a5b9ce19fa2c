import OrbitModels

/// The ratings of one person as numbered rows, with the published part.
///
/// People, meetups and tags are numbered by name, so that the result does not depend on the order of the input.
struct ReceivedBatch {
    /// The ratings without those by the person.
    let received: [CountedRating]
    let person: UserID
    /// The rows in ascending order. The person has the number 0, and raters are numbered from 1.
    let rows: [VoteRow]
    let raterNumbers: [UserID: Int32]
    /// The tags by number.
    let tags: [String]
    let part: PublishedPart
    /// Whether there is a complete batch that is not published yet.
    let isNew: Bool

    var raters: Set<UserID> { Set(raterNumbers.keys) }

    /// - Parameter last: The last day of the last published batch.
    init(
        of person: UserID, received all: [CountedRating], after last: DayNumber = .min, today: DayNumber,
        _ rules: RatingParameters
    ) {
        let received = all.filter { $0.rater != person }
        let raters = Self.numbers(of: received.map(\.rater), from: 1)
        let meetups = Self.numbers(of: received.map(\.meetup), from: 0)
        let tags = Array(Set(received.flatMap(\.tags)).sorted().prefix(32))
        let tagNumbers = Self.numbers(of: tags, from: 0)
        let rows = received.compactMap { rating -> VoteRow? in
            guard let rater = raters[rating.rater], let meetup = meetups[rating.meetup] else { return nil }
            let mask = rating.tags.compactMap { tagNumbers[$0] }.reduce(UInt32(0)) { $0 | 1 << UInt32($1) }
            return VoteRow(
                day: rating.shownAt.dayNumber, rater: rater, meetup: meetup, stars: UInt8(rating.stars.count),
                tags: mask)
        }.sorted()
        let start = PublishedPart(count: rows.insertionPlace { $0.day <= last }, lastDay: last)
        part = PublishedPart.of(rows, from: start, today: today, rules)
        isNew = part != start
        (self.received, self.person, self.rows, self.tags, raterNumbers) = (received, person, rows, tags, raters)
    }

    private static func numbers<Name: Hashable & Comparable>(of names: [Name], from first: Int32) -> [Name: Int32] {
        var numbers: [Name: Int32] = [:]
        for name in Set(names).sorted() { numbers[name] = first + Int32(truncatingIfNeeded: numbers.count) }
        return numbers
    }
}

extension Array {
    /// Returns the index of the first element for which `isBefore` is `false`. All elements for which it is `true` must
    /// be before that index.
    fileprivate func insertionPlace(_ isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The published part of a person's ratings, which consists of whole batches.
///
/// A batch ends with the first day on which the ratings since the last batch have enough people and meetups. A summary
/// changes only then, and does not depend on later ratings.
struct PublishedPart: Hashable, Sendable {
    /// The number of published ratings, the oldest first.
    var count: Int
    /// The last day of the last batch. The summary is as of this day.
    var lastDay: DayNumber

    static let none = PublishedPart(count: 0, lastDay: .min)

    /// Returns the published part of ratings in ascending order by day.
    ///
    /// - Parameters:
    ///   - rows: The ratings in ascending order by day.
    ///   - start: The part that is published already. It must contain all ratings of its days.
    ///   - today: The current day. Ratings of this day and later are ignored, so that a summary changes at midnight.
    ///   - rules: The parameters.
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
