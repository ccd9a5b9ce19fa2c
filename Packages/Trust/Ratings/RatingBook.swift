public import Foundation
public import OrbitModels

/// The ratings of a campus in memory, with people and meetups as numbers, kept up to date rating by rating.
///
/// Whatever the order in which ratings come, the result is that of a book filled with all of them at once, to the last
/// bit. Here, two people have met if either has rated the other, and a rating confirms it for the person rated.
///
/// ```swift
/// var book = RatingBook(people: 100_000, today: now, entries: entries)
/// book.add(RatingBook.Entry(rater: 7, ratee: 12, meetup: 3, stars: stars, shownAt: now))
/// book.advance(to: tomorrow)
/// book.summary(of: 12)
/// ```
public struct RatingBook: Sendable {
    /// How the campus rates, of all ratings in the book.
    public private(set) var campus = CampusRatings.none
    private let rules: RatingParameters
    private var today: DayNumber
    private var received: [[VoteRow]]
    /// Sorted by person.
    private var met: [[Contact]]
    private var parts: [PublishedPart]
    private var evidence: [RatingEvidence]
    private var weighing: EvidenceWeighing

    /// Fills a book. Ratings by people of themselves, and by or of people who are not among `people`, are left out.
    ///
    /// - Parameters:
    ///   - people: How many people there are, with numbers from 0.
    ///   - today: The server's clock.
    ///   - entries: The ratings, in any order.
    public init(people: Int, today: Date, entries: some Sequence<Entry>) {
        self.init(people: people, today: today, entries: entries, rules: .standard)
    }

    package init(people: Int, today: Date, entries: some Sequence<Entry>, rules: RatingParameters) {
        let people = min(max(people, 0), Int(Int32.max) - 1)
        self.rules = rules
        self.today = today.dayNumber
        let sorted = SortedEntries(entries, people: people)
        campus = CampusRatings(counts: sorted.stars)
        received = sorted.received
        met = sorted.met
        parts = []
        parts.reserveCapacity(people)
        evidence = []
        evidence.reserveCapacity(people)
        weighing = EvidenceWeighing(people: people, rules: rules)
        for person in 0..<people {
            let part = PublishedPart.of(received[person], today: self.today, rules)
            parts.append(part)
            evidence.append(
                weighing.evidence(
                    about: Int32(truncatingIfNeeded: person), rows: received[person], part, met: met))
        }
    }

    /// What is shown of a person; a person who is not in the book is new.
    ///
    /// It assumes the campus as it rates now. A server stores ``PublishedRatings``, which keep it as of the last batch.
    public func summary(of person: Int) -> RatingSummary {
        guard evidence.indices.contains(person) else { return .new }
        return RatingSummary(evidence[person], campus: campus, today: today, tags: [], rules)
    }

    /// Whether two books say the same of everyone, to the last bit of what is not rounded.
    public func isEqual(to other: RatingBook) -> Bool {
        campus == other.campus && today == other.today && parts == other.parts && evidence == other.evidence
    }

    /// Adds a rating; `false` if it is of the rater themselves, or of a person who is not in the book, and is left out.
    ///
    /// - Complexity: That of the ratings of one person and of their raters' circles, if a batch is complete with it;
    ///   otherwise little. A rating that was shown long ago may change what is shown of all who know the two.
    @discardableResult
    public mutating func add(_ entry: Entry) -> Bool {
        guard entry.isValid(people: met.count) else { return false }
        let (rater, ratee) = (Int(entry.rater), Int(entry.ratee))
        campus.count(stars: Int(entry.stars))
        let place = received[ratee].insertionPlace { $0 <= entry.row }
        received[ratee].insert(entry.row, at: place)
        let isNews = meet(rater, Contact(person: entry.ratee, day: entry.day))
        let isAlsoNews = meet(ratee, Contact(person: entry.rater, day: entry.day, confirmed: entry.day))
        let part = parts[ratee]
        parts[ratee] = .of(received[ratee], from: entry.day > part.lastDay ? part : .none, today: today, rules)
        if parts[ratee] != part || entry.day <= part.lastDay { weigh(entry.ratee) }
        if isNews || isAlsoNews {
            for contact in met[rater] + met[ratee]
            where contact.person != entry.ratee && entry.day <= parts[Int(contact.person)].lastDay {
                weigh(contact.person)
            }
        }
        return true
    }

    /// Moves on to another day: a batch is published on the day after it is complete.
    ///
    /// - Complexity: Everyone is looked at once.
    public mutating func advance(to date: Date) {
        let isLater = date.dayNumber >= today
        today = date.dayNumber
        for person in received.indices where !received[person].isEmpty {
            let part = parts[person]
            parts[person] = .of(received[person], from: isLater ? part : .none, today: today, rules)
            if parts[person] != part { weigh(Int32(truncatingIfNeeded: person)) }
        }
    }

    private mutating func weigh(_ person: Int32) {
        evidence[Int(person)] = weighing.evidence(
            about: person, rows: received[Int(person)], parts[Int(person)], met: met)
    }

    /// Whether that is news: the two had not met or confirmed it, or later.
    private mutating func meet(_ one: Int, _ contact: Contact) -> Bool {
        let place = met[one].insertionPlace { $0.person < contact.person }
        guard place < met[one].count, met[one][place].person == contact.person else {
            met[one].insert(contact, at: place)
            return true
        }
        let known = met[one][place]
        met[one][place].day = min(known.day, contact.day)
        met[one][place].confirmed = min(known.confirmed, contact.confirmed)
        return met[one][place] != known
    }
}

extension RatingBook {
    /// A rating.
    public struct Entry: Hashable, Sendable {
        let rater: Int32
        let ratee: Int32
        let meetup: Int32
        let stars: UInt8
        package let day: DayNumber

        /// Creates a rating between two people of a meetup, all by number from 0 to 2³¹ - 1.
        public init(rater: Int, ratee: Int, meetup: Int, stars: Stars, shownAt: Date) {
            self.rater = Int32(exactly: rater) ?? -1
            self.ratee = Int32(exactly: ratee) ?? -1
            self.meetup = Int32(truncatingIfNeeded: meetup)
            (self.stars, day) = (UInt8(stars.count), shownAt.dayNumber)
        }

        var row: VoteRow { VoteRow(day: day, rater: rater, meetup: meetup, stars: stars, tags: 0) }

        func isValid(people: Int) -> Bool {
            rater != ratee && rater >= 0 && ratee >= 0 && Int(rater) < people && Int(ratee) < people
        }
    }
}

extension Array {
    /// The first place whose element does not belong before, of elements of which the first do.
    func insertionPlace(_ isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
