import Foundation
import Matching
import OrbitModels

/// An independent implementation of the plain formula, person by person, with sets.
struct PlainReference {
    static let weights = RankWeights(
        personality: 0.30, interests: 0.30, availability: 0.20, groupSize: 0.05, meetingFrequency: 0.05,
        preferredTimes: 0, distance: 0.10)
    static let decay = 25.0

    /// By slot.
    var people: [Int: RankTraits] = [:]
    /// By slot, in the form used for distances.
    var places: [Int: Coordinates] = [:]

    /// The best, equal scores by slot.
    func best(_ count: Int, for slot: Int) -> [(slot: Int, score: Double)] {
        guard let mine = people[slot] else { return [] }
        return people.filter { $0.key != slot }
            .map { (slot: $0.key, score: score(mine, $0.value, kilometres: kilometres(slot, $0.key))) }
            .sorted { ($1.score, $0.slot) < ($0.score, $1.slot) }
            .prefix(count).map(\.self)
    }

    func score(_ mine: RankTraits, _ theirs: RankTraits, kilometres: Double?) -> Double {
        let scales: [KeyPath<Personality, UnitInterval?>] = [
            \.introvertExtrovert, \.spontaneousPlanner, \.activeRelaxed,
        ]
        let differences = scales.compactMap { scale -> Double? in
            guard let mine = mine.personality[keyPath: scale], let theirs = theirs.personality[keyPath: scale]
            else { return nil }
            return mine.value - theirs.value
        }
        var score = 0.0
        if !differences.isEmpty {
            let squares = differences.reduce(0) { $0 + $1 * $1 }
            let answered = Double(differences.count)
            score += Self.weights.personality * answered / 3 * (1 - (squares / answered).squareRoot())
        }
        let (mineSet, theirSet) = (Set(mine.interests), Set(theirs.interests))
        score +=
            Self.weights.interests * Double(mineSet.intersection(theirSet).count)
            / Double(max(1, mineSet.union(theirSet).count))
        score +=
            Self.weights.availability * Double(mine.hours.intersection(theirs.hours).count)
            / Double(max(1, min(mine.hours.count, theirs.hours.count)))
        if let size = mine.preferences.groupSize, size == theirs.preferences.groupSize {
            score += Self.weights.groupSize
        }
        if let frequency = mine.preferences.meetingFrequency, frequency == theirs.preferences.meetingFrequency {
            score += Self.weights.meetingFrequency
        }
        if let kilometres { score += Self.weights.distance * exp(-kilometres / Self.decay) }
        return score
    }

    /// Haversine (R. W. Sinnott, "Virtues of the Haversine", 1984).
    private func kilometres(_ one: Int, _ other: Int) -> Double? {
        guard let a = places[one], let b = places[other] else { return nil }
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        func haversine(_ angle: Double) -> Double { (1 - cos(angle)) / 2 }
        let h =
            haversine(radians(a.latitude - b.latitude))
            + cos(radians(a.latitude)) * cos(radians(b.latitude)) * haversine(radians(a.longitude - b.longitude))
        return 2 * 6_371.0088 * asin(min(1, h.squareRoot()))
    }
}
