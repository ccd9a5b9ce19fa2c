import OrbitModels

/// The ratings of one person with people, meetups and tags numbered by name, so that the order of the input does not
/// matter, and how many of them are published.
struct ReceivedBatch {
    /// Without those by the person.
    let received: [CountedRating]
    let person: UserID
    /// Sorted. The person is 0, and raters are numbered from 1.
    let rows: [VoteRow]
    let raterNumbers: [UserID: Int32]
    /// The tags by number.
    let tags: [String]
    let part: PublishedPart
    /// Whether a batch is complete that was not published.
    let isNew: Bool

    var raters: Set<UserID> { Set(raterNumbers.keys) }

    /// - Parameter last: The day with which the last published batch ended.
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
    /// The first place whose element does not belong before, of elements of which the first do.
    fileprivate func insertionPlace(_ isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
