import OrbitModels

/// Numbers for the ages, goals and squares of a campus. ``CampusPairing`` uses them to find people that dealbreakers
/// exclude, without computing a score.
///
/// ```swift
/// let numbers = TraitNumbers(of: people.map(\.traits))
/// let candidate = PairingCandidate(
///     id: id, traitNumbers: numbers.numbers(of: traits), needs: numbers.needs(of: rule, for: traits), traits: traits)
/// ```
public struct TraitNumbers: Sendable {
    /// The maximum number of squares with homes. Above this number, only the score checks homes.
    private static let maxSquares = 500

    private let ages: [Int]
    private let squares: [HomeSquare]
    private let numberOfSquare: [HomeSquare: Int]

    /// Creates the numbers for the people of a campus.
    public init(of people: some Sequence<DealbreakerTraits>) {
        var (ages, squares): (Set<Int>, Set<HomeSquare>) = ([], [])
        for person in people {
            if let age = person.age { ages.insert(age) }
            if let home = person.home { squares.insert(home) }
        }
        self.ages = ages.sorted()
        self.squares = squares.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
        numberOfSquare = Dictionary(uniqueKeysWithValues: self.squares.enumerated().map { ($1, $0) })
    }

    private var firstAge: Int { GoalSet.maxGoals }
    private var firstSquare: Int { firstAge + ages.count }

    /// Returns the numbers for the traits of a person of the campus.
    public func numbers(of person: DealbreakerTraits) -> [Int] {
        var numbers = person.goals.numbers
        if let age = person.age { numbers.append(firstAge + place(of: age)) }
        if let number = person.home.flatMap({ numberOfSquare[$0] }) { numbers.append(firstSquare + number) }
        return numbers
    }

    /// Returns the needs that follow from a rule. Every person that the rule admits has a number of each need. The
    /// needs do not cover free time in common.
    public func needs(of rule: DealbreakerRule, for own: DealbreakerTraits) -> [[Int]] {
        var needs: [[Int]] = []
        if let range = rule.ages {
            let first = place(of: range.lowerBound)
            needs.append(ages[first...].prefix { range.contains($0) }.indices.map { firstAge + $0 })
        }
        if !rule.goals.isEmpty, rule.goals.isKnown { needs.append(rule.goals.numbers) }
        if let farthest = rule.farthest, squares.count <= Self.maxSquares {
            needs.append(
                squares.indices.filter { square in
                    own.home.map { $0.distanceLevel(to: squares[square]) <= farthest } ?? false
                }
                .map { firstSquare + $0 })
        }
        return needs
    }

    /// Returns the index of the first age that is not lower than `age`.
    private func place(of age: Int) -> Int {
        var (low, high) = (0, ages.count)
        while low < high {
            let middle = low + (high - low) / 2
            if ages[middle] < age { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
