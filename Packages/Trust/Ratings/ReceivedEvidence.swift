import Foundation
import OrbitModels

/// The evidence of one person's ratings.
struct ReceivedEvidence {
    let evidence: RatingEvidence
    /// By published rating, what decides its weight.
    let weights: [String: RaterWeight]

    init(
        of person: UserID, received: [CountedRating], circles: [RaterCircle], today: DayNumber,
        _ rules: RatingParameters
    ) {
        let batch = ReceivedBatch(of: person, received: received, today: today, rules)
        self.init(of: batch, circles: circles, weights: [:], rules)
    }

    /// - Parameter weights: What was published before.
    init(of batch: ReceivedBatch, circles: [RaterCircle], weights: [String: RaterWeight], _ rules: RatingParameters) {
        var numbers = batch.raterNumbers
        numbers[batch.person] = 0
        func number(_ id: UserID) -> Int32 {
            if let known = numbers[id] { return known }
            let next = Int32(truncatingIfNeeded: numbers.count)
            numbers[id] = next
            return next
        }
        var lists: [Int32: [Contact]] = [:]
        for circle in circles {
            guard let rater = batch.raterNumbers[circle.rater] else { continue }
            var contacts = circle.met.mapValues { Contact(person: 0, day: $0.dayNumber) }
            for (id, date) in circle.confirmed {
                let day = date.dayNumber
                contacts[id, default: Contact(person: 0, day: day)].confirmed = day
            }
            lists[rater] = contacts.map { id, contact in
                Contact(person: number(id), day: contact.day, confirmed: contact.confirmed)
            }
        }
        let met = (0..<numbers.count).map { lists[Int32(truncatingIfNeeded: $0)] ?? [] }
        let kept = Self.kept(batch, weights, people: numbers.count)
        var weighing = EvidenceWeighing(people: met.count, rules: rules)
        evidence = weighing.evidence(about: 0, rows: batch.rows, batch.part, met: met, kept: kept)
        guard batch.part.count > 0 else {
            self.weights = [:]
            return
        }
        let byRater = Dictionary(weighing.weights.map { ($0.person, $0.weight) }) { first, _ in first }
        var published: [String: RaterWeight] = [:]
        for rating in batch.received where rating.shownAt.dayNumber <= batch.part.lastDay {
            published[rating.id.rawValue] = batch.raterNumbers[rating.rater].flatMap { byRater[$0] }
        }
        self.weights = published
    }

    private static func kept(_ batch: ReceivedBatch, _ weights: [String: RaterWeight], people: Int) -> [KeptWeight] {
        var kept = Array(repeating: KeptWeight(), count: people)
        for rating in batch.received {
            guard let rater = batch.raterNumbers[rating.rater].map({ Int($0) }) else { continue }
            if rating.isRaterErased { kept[rater].isErased = true }
            guard let weight = weights[rating.id.rawValue] else { continue }
            kept[rater].weight.known = max(kept[rater].weight.known, weight.known)
            kept[rater].weight.confirmations = max(kept[rater].weight.confirmations, weight.confirmations)
        }
        return kept
    }
}

/// What the published ratings of a person say, in whole numbers: sums that depend on no order.
struct RatingEvidence: Codable, Hashable, Sendable {
    /// Votes for one star, two, … five, in 65,536ths.
    var stars: SIMD8<Int64> = .zero
    /// The number of people who have rated.
    var people: Int32 = 0
    /// The day of which this is; the least number if nothing is published.
    var day: DayNumber = .min
    /// Up to three tags by number, each plus one, the most frequent in the lowest byte.
    var tags: UInt32 = 0

    static let none = RatingEvidence()

    /// All votes, in 65,536ths.
    var votes: Int64 { stars.wrappedSum() }
}

/// What decides the weight of a rater's vote beside its age, in 65,536ths.
struct RaterWeight: Codable, Hashable, Sendable {
    /// The people besides the raters who have confirmed a meeting with this one, each divided among those confirmed.
    var confirmations: Int64 = 0
    /// The raters of the same person that this one knows.
    var known: Int64 = 0
}

/// What was published of a rater before.
struct KeptWeight {
    var weight = RaterWeight()
    /// Whether the account is erased, so that confirmations no longer increase.
    var isErased = false
}
