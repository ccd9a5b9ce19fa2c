import Matching
import OrbitModels
import Testing
import TimeAndChance

@Suite struct CampusPairingTests {
    private let day: CalendarDay

    init() throws {
        day = try #require(CalendarDay("2026-11-21"))
    }

    @Test(arguments: 0..<40)
    func `every person is in a single group or waits, and forbidden pairs share no group`(_ run: Int) {
        let barred = [0, 0.2, 0.6, 0.95][run % 4]
        let campus = PairingCampus(run % 23, day: day, barred: barred, met: 0.3, seed: UInt64(run))
        let result = campus.groups()
        let placed = result.groups.flatMap(\.self) + result.waiting.keys
        #expect(placed.sorted() == campus.people.map(\.id).sorted())
        for group in result.groups {
            #expect([2, 3].contains(group.count))
            for (one, other) in group.pairs { #expect(campus.mayMeet(one, other)) }
        }
    }

    @Test(arguments: 0..<60)
    func `a person waits only if no waiting person and no pair can join them`(_ run: Int) {
        let campus = PairingCampus(5 + run % 14, day: day, barred: [0.3, 0.6, 0.8][run % 3], seed: UInt64(run))
        let result = campus.groups()
        for person in result.waiting.keys {
            #expect(!result.waiting.keys.contains { $0 != person && campus.mayMeet($0, person) })
            for pair in result.groups where pair.count == 2 {
                #expect(!pair.allSatisfy { campus.mayMeet($0, person) })
            }
        }
    }

    @Test(arguments: 2..<30)
    func `unrestricted people never wait, and an odd number forms a single group of three`(_ count: Int) {
        let result = PairingCampus(count, day: day, met: 0.5, seed: 3).groups()
        #expect(result.waiting.isEmpty)
        #expect(result.groups.count { $0.count == 3 } == count % 2)
    }

    @Test(arguments: 0..<60)
    func `the maximum number of people is paired with the best minimum score`(_ run: Int) throws {
        let campus = PairingCampus(2 + 2 * (run % 6), day: day, barred: [0, 0.3, 0.6][run % 3], seed: UInt64(run))
        let (pairs, worst) = campus.best()
        let result = campus.groups()
        try #require(!result.groups.contains { $0.count == 3 } || pairs < campus.people.count / 2)
        #expect(result.groups.count == pairs)
        if pairs == campus.people.count / 2 {
            let scores = result.groups.compactMap { campus.scores[campus.number($0[0])][campus.number($0[1])] }
            #expect(scores.min() == worst)
        }
    }

    @Test(arguments: 0..<60)
    func `recent pairs are not repeated while other pairs are possible`(_ run: Int) {
        let campus = PairingCampus(
            4 + 2 * (run % 5), day: day, barred: 0.1, met: [0.2, 0.5, 0.8][run % 3], seed: UInt64(run))
        let fresh = campus.best { !campus.haveMet(campus.people[$0].id, campus.people[$1].id) }
        guard fresh.pairs == campus.people.count / 2 else { return }
        for group in campus.groups().groups {
            for (one, other) in group.pairs { #expect(!campus.haveMet(one, other)) }
        }
    }

    @Test(arguments: 0..<30)
    func `a group of three has no recent pair if that is possible`(_ run: Int) {
        let campus = PairingCampus(9 + 2 * (run % 5), day: day, met: 0.2, seed: UInt64(run))
        for group in campus.groups().groups {
            for (one, other) in group.pairs { #expect(!campus.haveMet(one, other)) }
        }
    }

    @Test func `twenty people meet on ten days without a repeated pair`() throws {
        var campus = PairingCampus(20, day: try #require(CalendarDay("2026-11-01")), seed: 1)
        var met: Set<UserPair> = []
        var repetitions = 0
        for number in 1...10 {
            campus.history = met.map { PastPair($0, on: campus.day) }
            campus.seed = UInt64(number)
            for group in campus.groups().groups {
                if !met.insert(UserPair(group[0], group[1])).inserted { repetitions += 1 }
            }
        }
        #expect(repetitions == 0)
    }

    @Test func `an old meeting weighs less than a recent meeting`() throws {
        let people = ["a", "b", "c", "d"].map { PairingCandidate(id: UserID($0), traits: $0) }
        func partner(ofA history: [(String, String, String)]) throws -> UserID? {
            let past = try history.map { PastPair(UserPair(UserID($0), UserID($1)), on: try #require(CalendarDay($2))) }
            let pairing = CampusPairing(day: day, history: past, seed: 1)
            // The pairs a-b and c-d match perfectly, all other pairs moderately.
            let groups = pairing.groups(of: people) {
                Set([$0, $1]).isSubset(of: ["a", "b"]) || Set([$0, $1]).isSubset(of: ["c", "d"]) ? 1 : 0.6
            }.groups
            return groups.first { $0.contains("a") }?.last
        }
        #expect(try partner(ofA: []) == "b")
        #expect(try partner(ofA: [("a", "b", "2026-11-20")]) != "b")
        #expect(try partner(ofA: [("b", "a", "2026-10-01"), ("a", "b", "2024-10-01")]) != "b")
        #expect(try partner(ofA: [("b", "a", "2024-10-01")]) == "b")
        #expect(try partner(ofA: [("a", "b", "2027-10-01")]) != "b")
    }

    @Test func `the same seed forms the same groups in any order of the people`() {
        var campus = PairingCampus(31, day: day, barred: 0.1, met: 0.2, seed: 9)
        let result = campus.groups()
        #expect(campus.groups() == result)
        campus.people.reverse()
        campus.history.reverse()
        #expect(campus.groups() == result)
        var random = SplitMix64(seed: 4)
        campus.people.shuffle(using: &random)
        #expect(campus.groups() == result)
    }

    @Test func `different seeds break ties differently`() {
        let people = (0..<10).map { PairingCandidate(id: UserID("p\($0)"), traits: 0) }
        let results = (1...8).map { seed in
            CampusPairing(day: day, seed: seed).groups(of: people) { _, _ in 0.5 }
        }
        #expect(Set(results).count > 1)
    }

    @Test func `paused people are excluded, and every waiting person has a reason`() {
        let people = ["a", "b", "c"].map { PairingCandidate(id: UserID($0), traits: 0, isPaused: $0 != "b") }
        let result = CampusPairing(day: day, seed: 1).groups(of: people) { _, _ in 1 }
        #expect(result == PairedCampus(waiting: ["a": .paused, "b": .alone, "c": .paused]))
        let strangers = ["a", "b"].map { PairingCandidate(id: UserID($0), traits: 0) }
        let apart = CampusPairing(day: day, forbidden: [UserPair("a", "b")], seed: 1)
        #expect(
            apart.groups(of: strangers) { _, _ in 1 }.waiting == ["a": .nobodySuitable, "b": .nobodySuitable])
        #expect(apart.groups(of: [PairingCandidate<Int>]()) { _, _ in 1 } == PairedCampus())
    }

    @Test func `two people who must not meet join other pairs instead of waiting`() {
        let campus = ["a", "b", "c", "d", "e", "f"].map { PairingCandidate(id: UserID($0), traits: $0) }
        // c, d, e and f score 0.9 among themselves, and 0.1 with a and b.
        let pairing = CampusPairing(day: day, forbidden: [UserPair("a", "b")], seed: 1)
        let result = pairing.groups(of: campus) { one, other in
            Set([one, other]).isDisjoint(with: ["a", "b"]) ? 0.9 : 0.1
        }
        #expect(result.waiting.isEmpty)
        #expect(result.groups.flatMap(\.self).count == 6)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -5, 7])
    func `a score out of range leaves no person without a group`(_ score: Double) {
        let people = (0..<7).map { PairingCandidate(id: UserID("p\($0)"), traits: 0) }
        let result = CampusPairing(day: day, seed: 1).groups(of: people) { _, _ in score }
        #expect(result.groups.flatMap(\.self).count == 7)
    }

    @Test func `a person who is listed twice is paired once`() {
        let people = ["a", "a", "b", "c"].map { PairingCandidate(id: UserID($0), traits: 0) }
        let result = CampusPairing(day: day, seed: 1).groups(of: people) { _, _ in 1 }
        #expect(result.groups == [["a", "b", "c"]])
    }
}
