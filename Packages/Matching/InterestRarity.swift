import Foundation
public import OrbitModels

/// The rarity of each interest on a campus. A shared rare interest counts more than a shared common interest.
public struct InterestRarity: Hashable, Sendable {
    /// The number of people who were counted.
    public let people: Int
    /// The number of people with an interest, by its id.
    private let holders: [String: Int]

    /// - Parameter interestsByPerson: The interests of each person on campus.
    public init(of interestsByPerson: some Sequence<[Interest]>) {
        var people = 0
        var holders: [String: Int] = [:]
        for interests in interestsByPerson {
            people += 1
            for id in Set(interests.map(\.id)) { holders[id, default: 0] += 1 }
        }
        self.people = people
        self.holders = holders
    }

    /// - Parameters:
    ///   - people: The number of people.
    ///   - holders: The number of people with an interest, by its id.
    init(people: Int, holders: [String: Int]) {
        (self.people, self.holders) = (people, holders)
    }

    /// A rarity without people. All interests have the same weight.
    public static let unknown = InterestRarity(of: [])

    /// Returns the number of people with the interest.
    public func holders(of interest: Interest) -> Int { holders[interest.id] ?? 0 }

    /// Whether at most 5 % of the people have the interest. With fewer than 40 people no interest is rare.
    public func isRare(_ interest: Interest) -> Bool {
        people >= 40 && holders(of: interest) * 20 <= people
    }

    /// Returns the weight in sixteenths: 16 for an interest that all people have, and 16 more for each halving of its
    /// holders.
    // This is the inverse document frequency, smoothed by one person. Integer sums do not depend on their order.
    func weight(of interest: Interest) -> Int { weight(holders: holders(of: interest)) }

    /// The weight of an interest without holders.
    var weightOfUnseen: Int { weight(holders: 0) }

    /// The ids of all interests with holders, sorted.
    var interests: [String] { holders.keys.sorted() }

    /// The weights of ``interests``.
    var weights: [Int] { interests.map { weight(holders: holders[$0] ?? 0) } }

    func weight(holders: Int) -> Int {
        Int((16 * (1 + log2(Double(people + 1) / Double(holders + 1)))).rounded())
    }
}
