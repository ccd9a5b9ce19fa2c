import OrbitModels

/// The value of each pair of a campus; people are numbered in the order of their ids.
struct PairValues {
    private let score: (Int, Int) -> Double?
    private let penalties: PairTable
    private let forbidden: PairTable

    /// - Parameter ids: in order.
    init(_ ids: [UserID], pairing: CampusPairing, score: @escaping (Int, Int) -> Double?) {
        self.score = score
        var numbers: [UserID: Int] = [:]
        if !pairing.forbidden.isEmpty || !pairing.history.isEmpty {
            for (number, id) in ids.enumerated() { numbers[id] = number }
        }
        func numbered(_ pair: UserPair, _ value: Double) -> (first: Int, second: Int, value: Double)? {
            guard let one = numbers[pair.first], let other = numbers[pair.second] else { return nil }
            return (min(one, other), max(one, other), value)
        }
        forbidden = PairTable(pairing.forbidden.compactMap { numbered($0, 0) }, peopleCount: ids.count)
        let past = pairing.history.compactMap {
            numbered($0.pair, RepeatPenalty.penalty(after: pairing.day.days(since: $0.day)))
        }
        penalties = PairTable(past, peopleCount: ids.count)
    }

    /// -2 to 1; `nil` for a pair that must not meet.
    func callAsFunction(_ one: Int, _ other: Int) -> Double? {
        let (first, second) = (min(one, other), max(one, other))
        guard first != second, forbidden.value(first, second) == nil, let score = score(first, second) else {
            return nil
        }
        // NaN counts as 0.
        let clamped = score >= 0 ? min(score, 1) : 0
        return clamped - (penalties.value(first, second) ?? 0)
    }
}
