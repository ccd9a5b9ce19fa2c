import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import Matching

/// Campuses on which many people suit few other people.
@Suite struct PairingNeedsTests {
    private let comparison: ComparisonContext

    init() throws {
        comparison = ComparisonContext(timeZone: .gmt, day: try #require(CalendarDay("2026-11-21")))
    }

    private func person(_ random: RandomSource) -> DealbreakerTraits {
        var profile = Profile(name: "a", statedAge: random.unit() < 0.2 ? nil : 18 + Int(random.next() % 9))
        profile.friendshipGoals = FriendshipGoal.known.filter { _ in random.unit() < 0.3 }
        if random.unit() < 0.1 { profile.friendshipGoals.append(FriendshipGoal(rawValue: "chess")) }
        if random.unit() < 0.7 {
            let place = Coordinates(latitude: 10 + random.unit(), longitude: 20 + random.unit())
            profile.location = Location(city: "A", coordinates: place)
        }
        return DealbreakerTraits(profile, on: comparison)
    }

    private func dealbreakers(_ random: RandomSource) -> Dealbreakers {
        var own = Dealbreakers()
        if random.unit() < 0.5 { own.ages = 17 + Int(random.next() % 5)...22 + Int(random.next() % 9) }
        if random.unit() < 0.3 { own.farthest = [.same, .neighbouring, .further][Int(random.next() % 3)] }
        if random.unit() < 0.4 { own.goals = Set(FriendshipGoal.known.prefix(Int(random.next() % 3))) }
        if random.unit() < 0.1 { own.goals.insert(FriendshipGoal(rawValue: "chess")) }
        return own
    }

    @Test(arguments: 0..<10) func `every admitted person has a trait of each need`(_ seed: UInt64) {
        let random = RandomSource.seeded(seed)
        let people = (0..<40).map { _ in person(random) }
        let numbers = TraitNumbers(of: people)
        var admitted = 0
        for one in people {
            let rule = dealbreakers(random).rule
            let needs = numbers.needs(of: rule, for: one)
            for other in people where rule.admits(other, to: one) {
                let own = Set(numbers.numbers(of: other))
                #expect(needs.allSatisfy { !own.isDisjoint(with: $0) })
                admitted += 1
            }
        }
        #expect(admitted > 100)
    }

    private func pairing(
        _ people: [PairingCandidate<Int>], probes: Int = 4_000, score: (Int, Int) -> Double?
    ) -> (PairedCampus, Int) {
        withoutActuallyEscaping(score) { score in
            var pairing = CampusPairing(day: comparison.day, seed: 3)
            pairing.maxPairsInFull = 0
            pairing.budget = ProbeBudget(total: 200 * probes, fewest: probes)
            let calls = Counter()
            let campus = pairing.groups(of: people) { one, other in
                calls.count += 1
                return score(one, other)
            }
            return (campus, calls.count)
        }
    }

    private final class Counter {
        var count = 0
    }

    @Test func `people with needs that no other person meets are never compared and wait`() {
        // A third of the people has a need that no person meets, and a third a need that only the first third meets.
        // The rest has no needs.
        let people = (0..<30).map { number in
            PairingCandidate(
                id: UserID("p\(number)"), traitNumbers: [number % 3 == 0 ? 7 : 8],
                needs: [[[9]], [[7]], []][number % 3], traits: number)
        }
        let (campus, _) = pairing(people) { one, other in
            #expect(one % 3 == 2 && other % 3 == 2)
            return 0.5
        }
        #expect(campus.waiting.count == 20)
        #expect(campus.waiting.values.allSatisfy { $0 == .nobodySuitable })
        #expect(campus.groups.count == 5)
    }

    /// Each person of the chain needs the previous person, and the first needs a trait that nobody has.
    @Test func `people who depend on a long chain of people without partners wait`() {
        let people = (0..<30).map { number in
            PairingCandidate(
                id: UserID("p\(number)"), traitNumbers: number < 12 ? [number + 1] : [],
                needs: number < 12 ? [[number]] : [], traits: number)
        }
        let (campus, _) = pairing(people) { $0 < 12 || $1 < 12 ? nil : 0.5 }
        #expect(Set(campus.waiting.keys) == Set((0..<12).map { UserID("p\($0)") }))
        #expect(campus.waiting.values.allSatisfy { $0 == .nobodySuitable })
        #expect(campus.groups.count == 9)
    }

    @Test func `a distance is a need for at most 500 squares of homes`() {
        let people = (0...500).map { number in
            let place = Coordinates(latitude: -37.5 + 0.15 * Double(number), longitude: 20)
            return DealbreakerTraits(
                Profile(name: "a", location: Location(city: "A", coordinates: place)), on: comparison)
        }
        let rule = Dealbreakers(farthest: .same).rule
        #expect(TraitNumbers(of: people.dropLast()).needs(of: rule, for: people[0]).count == 1)
        #expect(TraitNumbers(of: people).needs(of: rule, for: people[0]).isEmpty)
    }

    @Test func `a person without other people waits as alone, even with a need`() {
        let alone = [PairingCandidate(id: "a", needs: [[1]], traits: 0)]
        #expect(CampusPairing(day: comparison.day, seed: 1).groups(of: alone) { _, _ in 1 }.waiting == ["a": .alone])
    }

    @Test func `a person's own traits do not meet their needs`() {
        let people = ["a", "b", "c"].map {
            PairingCandidate(
                id: UserID($0), traitNumbers: $0 == "a" ? [1] : [], needs: $0 == "a" ? [[1]] : [], traits: 0)
        }
        let campus = CampusPairing(day: comparison.day, seed: 1).groups(of: people) { _, _ in 1 }
        #expect(campus == PairedCampus(groups: [["b", "c"]], waiting: ["a": .nobodySuitable]))
    }

    @Test func `the only suitable partner is found by a need, and without needs by comparison`() {
        for needs in [[[1]], [[1, 2]], []] {
            let people = (0..<2_000).map { number in
                PairingCandidate(
                    id: UserID("p\(number)"), traitNumbers: number == 1_234 ? [1] : number == 900 ? [2] : [],
                    needs: number == 7 ? needs : [], traits: number)
            }
            let (campus, _) = pairing(people) { [$0, $1].contains(7) ? ($0 + $1 == 1_241 ? 0.9 : nil) : 0.5 }
            #expect(campus.groups.contains(["p1234", "p7"]))
            #expect(campus.waiting.isEmpty)
        }
    }

    @Test func `the number of comparisons grows linearly if many people suit no other person`() {
        let calls = [400, 800].map { count in
            pairing((0..<count).map { PairingCandidate(id: UserID("p\($0)"), traits: $0) }, probes: 20) {
                $0 % 5 == 0 || $1 % 5 == 0 ? nil : 0.5
            }.1
        }
        #expect(calls[0] < 400 * 100, "\(calls)")
        #expect(calls[1] < calls[0] * 5 / 2, "\(calls)")
    }
}
