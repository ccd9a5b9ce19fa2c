import Matching
import OrbitModels
import TimeAndChance

/// A campus small enough for exhaustive search.
struct PairingCampus {
    var people: [PairingCandidate<Int>]
    /// The scores by the numbers of two people; `nil` if they must not meet.
    var scores: [[Double?]]
    var history: [PastPair] = []
    var forbidden: Set<UserPair> = []
    let day: CalendarDay
    var seed: UInt64

    /// - Parameters:
    ///   - barred: The share of pairs that must not meet.
    ///   - met: The share of pairs that met recently.
    init(_ count: Int, day: CalendarDay, barred: Double = 0, met: Double = 0, seed: UInt64) {
        let random = RandomSource.seeded(seed)
        self.day = day
        self.seed = seed
        people = (0..<count).map { PairingCandidate(id: UserID("p\($0)"), affinities: ["w\($0 % 3)"], traits: $0) }
        scores = Array(repeating: Array(repeating: nil, count: count), count: count)
        for one in 0..<count {
            for other in (one + 1)..<max(count, one + 1) {
                let (score, isBarred, haveMet) = (random.unit(), random.unit() < barred, random.unit() < met)
                if isBarred && random.unit() < 0.5 {
                    forbidden.insert(pair(one, other))
                } else if !isBarred {
                    (scores[one][other], scores[other][one]) = (score, score)
                }
                if haveMet { history.append(PastPair(pair(one, other), on: day)) }
            }
        }
    }

    func pair(_ one: Int, _ other: Int) -> UserPair { UserPair(people[one].id, people[other].id) }

    func number(_ id: UserID) -> Int { people.first { $0.id == id }?.traits ?? -1 }

    var pairing: CampusPairing { CampusPairing(day: day, history: history, forbidden: forbidden, seed: seed) }

    func groups() -> PairedCampus { pairing.groups(of: people) { [scores] in scores[$0][$1] } }

    func mayMeet(_ one: Int, _ other: Int) -> Bool {
        scores[one][other] != nil && !forbidden.contains(pair(one, other))
    }

    func mayMeet(_ one: UserID, _ other: UserID) -> Bool { mayMeet(number(one), number(other)) }

    func haveMet(_ one: UserID, _ other: UserID) -> Bool { history.contains { $0.pair == UserPair(one, other) } }

    /// Returns the maximum number of permitted pairs, and the best minimum score among matchings of that size.
    func best(where isUsable: (Int, Int) -> Bool = { _, _ in true }) -> (pairs: Int, worst: Double) {
        var known: [Int: (Int, Double)] = [:]
        func best(_ free: Int) -> (Int, Double) {
            guard free != 0 else { return (0, .infinity) }
            if let answer = known[free] { return answer }
            let one = free.trailingZeroBitCount
            let rest = free & ~(1 << one)
            var answer = best(rest)
            for other in (one + 1)..<max(one + 1, people.count) where rest & (1 << other) != 0 {
                guard mayMeet(one, other), isUsable(one, other), let score = scores[one][other] else { continue }
                let (pairs, worst) = best(rest & ~(1 << other))
                answer = max(answer, (pairs + 1, min(worst, score)), by: { $0 < $1 })
            }
            known[free] = answer
            return answer
        }
        return best((1 << people.count) - 1)
    }
}

private func max<T>(_ one: T, _ other: T, by isLess: (T, T) -> Bool) -> T { isLess(one, other) ? other : one }

extension [UserID] {
    /// All pairs of people.
    var pairs: [(UserID, UserID)] {
        indices.flatMap { one in indices.filter { $0 > one }.map { (self[one], self[$0]) } }
    }
}
