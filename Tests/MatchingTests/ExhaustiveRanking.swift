import Matching
import OrbitModels

/// A ranking that scores every person by sets. It shares no code with the index.
struct ExhaustiveRanking {
    static let weights = RankWeights.standard
    private static let worth: [DistanceLevel: Double] = [.same: 1, .neighbouring: 0.5, .further: 0.1]

    /// The traits of the people by slot.
    var people: [Int: RankTraits] = [:]

    /// Returns the best people, with equal scores ordered by slot.
    func best(_ count: Int, for slot: Int) -> [(slot: Int, score: Double)] {
        guard let mine = people[slot] else { return [] }
        return people.filter { $0.key != slot }
            .map { (slot: $0.key, score: Self.score(mine, $0.value)) }
            .sorted { ($1.score, $0.slot) < ($0.score, $1.slot) }
            .prefix(count).map(\.self)
    }

    /// Returns the harmonic mean of both sides' scores. Unanswered terms are 0, and all interests have equal weights.
    static func score(_ mine: RankTraits, _ theirs: RankTraits) -> Double {
        let both = closeness(mine, theirs)
        func side(_ one: RankTraits, _ other: RankTraits) -> Double {
            let times = (Set(one.preferences.preferredTimes), Set(other.preferences.preferredTimes))
            return both + weights.interests * share(of: Set(one.interests), in: Set(other.interests))
                + weights.preferredTimes * share(of: times.0, in: times.1)
        }
        let (one, other) = (side(mine, theirs), side(theirs, mine))
        return one + other > 0 ? 2 * one * other / (one + other) : 0
    }

    /// Returns the sum of the terms that are equal for both sides.
    private static func closeness(_ mine: RankTraits, _ theirs: RankTraits) -> Double {
        var sum = 0.0
        let sliders: [KeyPath<Personality, UnitInterval?>] = [
            \.introvertExtrovert, \.spontaneousPlanner, \.activeRelaxed,
        ]
        let differences = sliders.compactMap { slider -> Double? in
            guard let mine = mine.personality[keyPath: slider], let theirs = theirs.personality[keyPath: slider]
            else { return nil }
            return mine.value - theirs.value
        }
        if !differences.isEmpty {
            let answered = Double(differences.count)
            let squares = differences.reduce(0) { $0 + $1 * $1 }
            sum += weights.personality * answered / 3 * (1 - (squares / answered).squareRoot())
        }
        if !mine.hours.isEmpty, !theirs.hours.isEmpty {
            let shared = mine.hours.intersection(theirs.hours).count
            sum += weights.availability * (shared >= 6 ? 0.95 : shared >= 2 ? 0.5 : 0.05)
        }
        if let size = mine.preferences.groupSize.flatMap({ GroupSize.known.firstIndex(of: $0) }),
            let other = theirs.preferences.groupSize.flatMap({ GroupSize.known.firstIndex(of: $0) })
        {
            sum += weights.groupSize * max(0, 1 - 0.5 * Double(abs(size - other)))
        }
        if let frequency = mine.preferences.meetingFrequency, let other = theirs.preferences.meetingFrequency,
            frequency == other || frequency == .flexible || other == .flexible
        {
            sum += weights.meetingFrequency
        }
        if let home = mine.home, let other = theirs.home {
            sum += weights.distance * (worth[home.distanceLevel(to: other)] ?? 0)
        }
        return sum
    }

    private static func share<Element>(of mine: Set<Element>, in theirs: Set<Element>) -> Double {
        mine.isEmpty || theirs.isEmpty ? 0 : Double(mine.intersection(theirs).count) / Double(mine.count)
    }
}
