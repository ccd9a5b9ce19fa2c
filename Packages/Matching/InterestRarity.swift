import Foundation
public import OrbitModels

/// How rare each interest is on a campus: a shared rare interest counts for more than a shared common one.
public struct InterestRarity: Hashable, Sendable {
    /// The number of people counted.
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

    /// - Parameter holders: The number of people with an interest, by its id.
    init(people: Int, holders: [String: Int]) {
        (self.people, self.holders) = (people, holders)
    }

    /// No people counted: all interests weigh the same.
    public static let unknown = InterestRarity(of: [])

    /// The number of people counted who have the interest.
    public func holders(of interest: Interest) -> Int { holders[interest.id] ?? 0 }

    /// Whether at most 5 % of the people have it. Among fewer than 40 people nothing is rare.
    public func isRare(_ interest: Interest) -> Bool {
        people >= 40 && holders(of: interest) * 20 <= people
    }

    /// In sixteenths: 16 for an interest that all people have, and 16 more for each halving of its holders (inverse
    /// document frequency, smoothed by one person). Integers, so that sums do not depend on their order.
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
