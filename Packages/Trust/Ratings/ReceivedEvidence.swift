import Foundation
import OrbitModels

/// The evidence of one person's published ratings, with the weight of each rating.
struct ReceivedEvidence {
    let evidence: RatingEvidence
    /// By published rating, the values that decide its weight.
    let weights: [String: RaterWeight]

    init(
        of person: UserID, received: [CountedRating], networks: [RaterNetwork], today: DayNumber,
        _ rules: RatingParameters
    ) {
        let batch = ReceivedBatch(of: person, received: received, today: today, rules)
        self.init(of: batch, networks: networks, weights: [:], rules)
    }

    /// - Parameter weights: The weights that were published before.
    init(of batch: ReceivedBatch, networks: [RaterNetwork], weights: [String: RaterWeight], _ rules: RatingParameters) {
        var numbers = batch.raterNumbers
        numbers[batch.person] = 0
        func number(_ id: UserID) -> Int32 {
            if let known = numbers[id] { return known }
            let next = Int32(truncatingIfNeeded: numbers.count)
            numbers[id] = next
            return next
        }
        var lists: [Int32: [Contact]] = [:]
        for network in networks {
            guard let rater = batch.raterNumbers[network.rater] else { continue }
            var contacts = network.met.mapValues { Contact(person: 0, day: $0.dayNumber) }
            for (id, date) in network.confirmed {
                let day = date.dayNumber
                contacts[id, default: Contact(person: 0, day: day)].confirmed = day
            }
            lists[rater] = contacts.map { id, contact in
                Contact(person: number(id), day: contact.day, confirmed: contact.confirmed)
            }
        }
        let met = (0..<numbers.count).map { lists[Int32(truncatingIfNeeded: $0)] ?? [] }
        let previousWeights = Self.previousWeights(batch, weights, people: numbers.count)
        var weighing = EvidenceWeighing(people: met.count, rules: rules)
        evidence = weighing.evidence(about: 0, rows: batch.rows, batch.part, met: met, previousWeights: previousWeights)
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

    private static func previousWeights(_ batch: ReceivedBatch, _ weights: [String: RaterWeight], people: Int)
        -> [PublishedWeight]
    {
        var previousWeights = Array(repeating: PublishedWeight(), count: people)
        for rating in batch.received {
            guard let rater = batch.raterNumbers[rating.rater].map({ Int($0) }) else { continue }
            if rating.isRaterErased { previousWeights[rater].isErased = true }
            guard let weight = weights[rating.id.rawValue] else { continue }
            previousWeights[rater].weight.known = max(previousWeights[rater].weight.known, weight.known)
            previousWeights[rater].weight.confirmations = max(
                previousWeights[rater].weight.confirmations, weight.confirmations)
        }
        return previousWeights
    }
}

/// The published ratings of a person as integer sums, which do not depend on the order of the input.
struct RatingEvidence: Codable, Hashable, Sendable {
    /// Votes for one star, two, … five, in 65,536ths.
    var stars: SIMD8<Int64> = .zero
    /// The number of people whose ratings have weight.
    var people: Int32 = 0
    /// The last day of the last batch; `DayNumber.min` if nothing is published.
    var day: DayNumber = .min
    /// Up to three tag numbers, each plus one. The most frequent tag is in the lowest byte.
    var tags: UInt32 = 0

    static let none = RatingEvidence()

    /// The sum of all votes, in 65,536ths.
    var votes: Int64 { stars.wrappedSum() }
}

/// The values that decide the weight of a rater's vote, besides its age. In 65,536ths.
struct RaterWeight: Codable, Hashable, Sendable {
    /// The confirmations by people who are not raters. Each confirmer counts as one confirmation in total, in equal
    /// parts for all raters that the confirmer has confirmed.
    var confirmations: Int64 = 0
    /// The other raters that this rater knows, each in proportion to its confirmations.
    var known: Int64 = 0
}

/// The published values of a rater.
struct PublishedWeight {
    var weight = RaterWeight()
    /// Whether the account is erased. Then confirmations no longer increase.
    var isErased = false
}
