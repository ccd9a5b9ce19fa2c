import Foundation
public import OrbitModels

/// How rare each interest is on a campus: two who share a rare one have more in common than two who both like music.
public struct InterestRarity: Hashable, Sendable {
    /// How many people were counted.
    public let people: Int
    /// How many of them have an interest, by its id.
    private let holders: [String: Int]

    /// - Parameter everyone: the interests of each person on campus.
    public init(of everyone: some Sequence<[Interest]>) {
        var people = 0
        var holders: [String: Int] = [:]
        for interests in everyone {
            people += 1
            for id in Set(interests.map(\.id)) { holders[id, default: 0] += 1 }
        }
        self.people = people
        self.holders = holders
    }

    /// Nobody was counted: all interests weigh the same.
    public static let unknown = InterestRarity(of: [])

    /// How many of the people counted have the interest.
    public func holders(of interest: Interest) -> Int { holders[interest.id] ?? 0 }

    /// Whether at most one person in twenty has it. Among fewer than forty people nothing is rare.
    public func isRare(_ interest: Interest) -> Bool {
        people >= 40 && holders(of: interest) * 20 <= people
    }

    /// In sixteenths: 16 for what everybody has, and 16 more each time that half as many have it (inverse document
    /// frequency, smoothed by one person). Whole numbers, so that sums do not depend on their order.
    func weight(of interest: Interest) -> Int { weight(holders: holders(of: interest)) }

    /// The weight of an interest that nobody counted has.
    var weightOfUnseen: Int { weight(holders: 0) }

    /// The ids of all interests that somebody has, in order.
    var interests: [String] { holders.keys.sorted() }

    /// The weights of ``interests``.
    var weights: [Int] { interests.map { weight(holders: holders[$0] ?? 0) } }

    private func weight(holders: Int) -> Int {
        Int((16 * (1 + log2(Double(people + 1) / Double(holders + 1)))).rounded())
    }
}
