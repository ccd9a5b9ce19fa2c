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
