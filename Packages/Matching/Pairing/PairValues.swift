import Foundation
import OrbitModels

/// The value of each pair of a campus. People are numbered in the order of their ids.
struct PairValues {
    private let score: (Int, Int) -> Double?
    private let penalties: PairTable
    private let forbidden: PairTable

    /// - Parameters:
    ///   - ids: The ids of the people, in order.
    ///   - pairing: The day, the history and the forbidden pairs.
    ///   - score: Returns the score of two people by their numbers.
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

    /// Returns the value of a pair from -2 to 1, or `nil` for a pair that must not meet.
    func callAsFunction(_ one: Int, _ other: Int) -> Double? {
        let (first, second) = (min(one, other), max(one, other))
        guard first != second, forbidden.value(first, second) == nil, let score = score(first, second) else {
            return nil
        }
        // NaN counts as 0.
        let clamped = score >= 0 ? min(score, 1) : 0
        return clamped - (penalties.value(first, second) ?? 0)
    }

    /// A table of values of pairs of numbered people, such as penalties. It is sorted by the first person, and then by
    /// the second person.
    private struct PairTable {
        private var starts: [Int32]
        private var seconds: [Int32] = []
        private var values: [Double] = []

        /// Creates a table. If a pair occurs more than once, its highest value counts.
        init(_ pairs: [(first: Int, second: Int, value: Double)], peopleCount: Int) {
            starts = Array(repeating: 0, count: peopleCount + 1)
            var last: (Int, Int)?
            for pair in pairs.sorted(by: { ($0.first, $0.second, -$0.value) < ($1.first, $1.second, -$1.value) }) {
                if let last, last == (pair.first, pair.second) { continue }
                last = (pair.first, pair.second)
                starts[pair.first + 1] += 1
                seconds.append(Int32(truncatingIfNeeded: pair.second))
                values.append(pair.value)
            }
            for person in 0..<peopleCount { starts[person + 1] += starts[person] }
        }

        /// Returns the value of a pair; `nil` if the table does not contain it.
        ///
        /// - Complexity: O(log *n*), where *n* is the number of pairs with the first person.
        func value(_ first: Int, _ second: Int) -> Double? {
            var (low, high) = (Int(starts[first]), Int(starts[first + 1]))
            let end = high
            while low < high {
                let middle = low + (high - low) / 2
                if Int(seconds[middle]) < second { low = middle + 1 } else { high = middle }
            }
            return low < end && Int(seconds[low]) == second ? values[low] : nil
        }
    }

    /// The penalty of a repeated pair: 2 on the first day, half of that after 60 days, and so on.
    ///
    /// Scores are between 0 and 1, so for 60 days any new pair is better than a repetition. After that an excellent
    /// pair may be repeated before a poor one is formed.
    private enum RepeatPenalty {
        private static let halfLife = 60.0

        /// Returns the penalty.
        ///
        /// - Parameter days: The number of days since the last pairing of the two people. A negative number counts as
        ///   0.
        static func penalty(after days: Int) -> Double {
            2 * exp2(-Double(max(0, days)) / halfLife)
        }
    }
}
