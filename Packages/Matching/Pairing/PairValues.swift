import OrbitModels

/// The value of each pair of a campus; people are numbered in the order of their ids.
struct PairValues<Traits> {
    private let traits: [Traits]
    private let score: (Traits, Traits) -> Double?
    private var penalties: [UInt64: Double] = [:]
    private var forbidden: Set<UInt64> = []

    /// - Parameter people: Sorted by id.
    init(
        _ people: [PairingCandidate<Traits>], pairing: CampusPairing, score: @escaping (Traits, Traits) -> Double?
    ) {
        traits = people.map(\.traits)
        self.score = score
        var numbers: [UserID: Int] = [:]
        for (number, person) in people.enumerated() { numbers[person.id] = number }
        func key(_ pair: UserPair) -> UInt64? {
            guard let first = numbers[pair.first], let second = numbers[pair.second] else { return nil }
            return Self.key(first, second)
        }
        for pair in pairing.forbidden {
            if let key = key(pair) { forbidden.insert(key) }
        }
        for past in pairing.history {
            guard let key = key(past.pair) else { continue }
            let penalty = RepeatPenalty.penalty(after: pairing.day.days(since: past.day))
            penalties[key] = max(penalties[key] ?? 0, penalty)
        }
    }

    /// -2 to 1; `nil` for a pair that must not meet.
    func callAsFunction(_ one: Int, _ other: Int) -> Double? {
        let (first, second) = (min(one, other), max(one, other))
        let key = Self.key(first, second)
        guard first != second, !forbidden.contains(key), let score = score(traits[first], traits[second])
        else { return nil }
        // NaN counts as 0.
        let clamped = score >= 0 ? min(score, 1) : 0
        return clamped - (penalties[key] ?? 0)
    }

    private static func key(_ first: Int, _ second: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: first) << 32 | UInt64(truncatingIfNeeded: second)
    }
}
