import OrbitModels
import Testing
import TimeAndChance

@testable import Matching

/// Large campuses, for which only some of the pairs are considered.
@Suite struct LargeCampusTests {
    private let day: CalendarDay

    init() throws {
        day = try #require(CalendarDay("2026-11-21"))
    }

    private func people(_ count: Int, words: Int = 12) -> [PairingCandidate<Set<Int>>] {
        let random = RandomSource.seeded(5)
        return (0..<count).map { number in
            let own = Set((0..<5).map { _ in Int(random.next() % UInt64(words)) })
            return PairingCandidate(id: UserID("p\(number)"), affinities: own.sorted().map { "w\($0)" }, traits: own)
        }
    }

    private func score(_ one: Set<Int>, _ other: Set<Int>) -> Double {
        Double(one.intersection(other).count) / Double(one.union(other).count)
    }

    private func pairing(_ seed: UInt64, forbidden: Set<UserPair> = []) -> CampusPairing {
        var pairing = CampusPairing(day: day, forbidden: forbidden, seed: seed)
        pairing.maxPairsInFull = 0
        return pairing
    }

    @Test(arguments: [1, 2, 3, 4, 5, 60, 61, 150])
    func `every person of a large campus is in a group`(_ count: Int) {
        let result = pairing(1).groups(of: people(count)) { score($0, $1) }
        #expect(result.groups.flatMap(\.self).count == (count == 1 ? 0 : count))
        #expect(result.groups.count { $0.count == 3 } == (count == 1 ? 0 : count % 2))
    }

    @Test func `considering some of the pairs scores at least four fifths of considering all pairs`() {
        let people = people(150)
        func mean(_ pairing: CampusPairing) -> Double {
            let traits = Dictionary(people.map { ($0.id, $0.traits) }) { first, _ in first }
            let scores = pairing.groups(of: people) { score($0, $1) }.groups.map { group in
                score(traits[group[0]] ?? [], traits[group[1]] ?? [])
            }
            return scores.reduce(0, +) / Double(scores.count)
        }
        let (some, all) = (mean(pairing(1)), mean(CampusPairing(day: day, seed: 1)))
        #expect(some > 0.8 * all)
        #expect(some > 0.5)
    }

    @Test func `groups do not depend on the order of the people`() {
        var people = people(80)
        let result = pairing(3).groups(of: people) { score($0, $1) }
        people.reverse()
        #expect(pairing(3).groups(of: people) { score($0, $1) } == result)
    }

    @Test func `a person who may meet a single other person meets that person`() {
        let people = people(80)
        let forbidden = Set(people.map(\.id).filter { $0 != "p7" && $0 != "p50" }.map { UserPair("p7", $0) })
        let result = pairing(3, forbidden: forbidden).groups(of: people) { score($0, $1) }
        #expect(result.groups.contains(["p50", "p7"]))
        #expect(result.waiting.isEmpty)
    }

    @Test func `people of separate communities are paired within their community`() {
        // Two communities without common affinities. The circles of the candidate search keep them separate, so no pair
        // is mixed.
        let people = (0..<100).map { number in
            let world = number % 2
            return PairingCandidate(id: UserID("p\(number)"), affinities: ["a\(world)", "b\(world)"], traits: world)
        }
        let result = pairing(2).groups(of: people) { $0 == $1 ? 1 : 0 }
        let mixed = result.groups.count { group in
            Set(group.map { id in people.first { $0.id == id }?.traits }).count > 1
        }
        #expect(mixed == 0)
    }
}
