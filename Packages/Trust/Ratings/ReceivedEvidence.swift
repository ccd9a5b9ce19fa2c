import Foundation
import OrbitModels

/// The evidence of one person's ratings, with people, meetups and tags numbered by name, so that the order of the input
/// does not matter.
struct ReceivedEvidence {
    let evidence: RatingEvidence
    /// The tags by number.
    let tags: [String]

    init(
        of person: UserID, received: [ReceivedRating], circles: [RaterCircle], today: DayNumber, _ rules: RatingRules
    ) {
        let received = received.filter { $0.rater != person }
        let raters = Self.numbers(of: received.map(\.rater), from: 1)
        let meetups = Self.numbers(of: received.map(\.meetup), from: 0)
        let tags = Array(Set(received.flatMap(\.tags)).sorted().prefix(32))
        let tagNumbers = Self.numbers(of: tags, from: 0)
        self.tags = tags
        // 0 is the person, the last number stands for everyone who has not rated.
        let other = Int32(truncatingIfNeeded: raters.count + 1)
        var met: [[Contact]] = Array(repeating: [], count: raters.count + 2)
        for circle in circles {
            guard let rater = raters[circle.rater] else { continue }
            met[Int(rater)] = circle.met.map { id, first in
                Contact(person: id == person ? 0 : raters[id] ?? other, day: first.dayNumber)
            }
        }
        let rows = received.compactMap { rating -> VoteRow? in
            guard let rater = raters[rating.rater], let meetup = meetups[rating.meetup] else { return nil }
            let mask = rating.tags.compactMap { tagNumbers[$0] }.reduce(UInt32(0)) { $0 | 1 << UInt32($1) }
            return VoteRow(
                day: rating.shownAt.dayNumber, rater: rater, meetup: meetup, stars: UInt8(rating.stars.count),
                tags: mask)
        }.sorted()
        var weighing = EvidenceWeighing(people: met.count, rules: rules)
        evidence = weighing.evidence(
            about: 0, rows: rows, PublishedPart.of(rows, today: today, rules), met: met)
    }

    private static func numbers<Name: Hashable & Comparable>(of names: [Name], from first: Int32) -> [Name: Int32] {
        var numbers: [Name: Int32] = [:]
        for name in Set(names).sorted() { numbers[name] = first + Int32(truncatingIfNeeded: numbers.count) }
        return numbers
    }
}
