import Foundation
import Matching
import OrbitModels
import Testing

@Suite struct DiversityRerankerTests {
    @Test func `a different person is listed before people similar to the best`() {
        let people = [
            candidate("a", 0.60, ["chess", "go", "bridge"]), candidate("b", 0.59, ["chess", "go", "bridge"]),
            candidate("c", 0.58, ["chess", "go", "bridge"]), candidate("d", 0.55, ["climbing", "running", "yoga"]),
        ]
        #expect(DiversityReranker(seed: 1).order(people, 4) == ["a", "d", "b", "c"])
    }

    @Test func `a much better match is not deferred for variety`() {
        let people = [candidate("a", 0.9, ["chess"]), candidate("b", 0.85, ["chess"]), candidate("c", 0.2, ["yoga"])]
        #expect(DiversityReranker(seed: 1).order(people, 3) == ["a", "b", "c"])
    }

    /// Equal interests without answers are a similarity of 2/3. It costs a quarter of that in score.
    @Test(arguments: [(0.62, ["a", "b", "c"]), (0.65, ["a", "c", "b"])] as [(Double, [UserID])])
    func `a similar person is deferred for a person who scores at most a sixth less`(score: Double, list: [UserID]) {
        let people = [candidate("a", 0.9, ["chess"]), candidate("b", 0.8, ["chess"]), candidate("c", score, ["yoga"])]
        #expect(DiversityReranker(seed: 1).order(people, 3) == list)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a list does not depend on the order of the candidates`(seed: UInt64) {
        var random = RandomPeople(seed: seed, vocabulary: 12)
        let people = candidates(80, from: &random)
        let list = DiversityReranker(seed: seed).order(people, 40)
        #expect(Set(list).count == 40)
        #expect(DiversityReranker(seed: seed).order(people.shuffled(using: &random.random), 40) == list)
    }

    @Test func `the seed decides between equal candidates only`() {
        let twins = (0..<8).map { candidate(UserID("t\($0)"), 0.5, ["chess"]) }
        let lists = Set((0..<20).map { DiversityReranker(seed: UInt64($0)).order(twins, 8) })
        #expect(lists.count > 10)
        let people = twins.prefix(1) + [candidate("best", 0.9, ["yoga"])]
        #expect(Set((0..<20).map { DiversityReranker(seed: UInt64($0)).order(Array(people), 2) }).count == 1)
    }

    @Test func `people at the exposure cap are listed after the top places`() {
        let people = (0..<12).map { candidate(UserID("p\($0)"), 0.9 - Double($0) / 20, ["interest \($0)"]) }
        let mix = DiversityReranker(front: 10, isCapped: { ["p0", "p3"].contains($0) }, seed: 1)
        let list = mix.order(people, 12)
        #expect(list.suffix(2) == ["p0", "p3"])
        #expect(list.prefix(10).allSatisfy { !["p0", "p3"].contains($0) })
        let first = DiversityReranker(front: 1, isCapped: { $0 == "p0" }, seed: 1)
        #expect(first.order(people, 3) == ["p1", "p0", "p2"])
        // If all people are at the cap, all places are filled.
        #expect(DiversityReranker(isCapped: { _ in true }, seed: 1).order(people, 12).count == 12)
    }

    @Test func `empty, single and equal candidates are listed`() {
        let mix = DiversityReranker(seed: 1)
        #expect(mix.order([], 10).isEmpty)
        #expect(mix.order([candidate("a", 0, [])], 10) == ["a"])
        #expect(mix.order([candidate("a", 0.5, [])], 0).isEmpty)
        #expect(Set(mix.order((0..<5).map { candidate(UserID("\($0)"), 0, []) }, 5)).count == 5)
    }

    @Test func `the exposure cap limits how often a person is at the front of lists`() throws {
        var random = RandomPeople(seed: 5, vocabulary: 30)
        var people = random.people(300)
        // Five people match all other people, because they have all interests.
        for index in 0..<5 { people[index].profile.interests = (0..<30).map { Interest("interest \($0)") } }
        let features = Dictionary(uniqueKeysWithValues: people.map { ($0.id, SimilarityFeatures($0.profile)) })
        let campus = ComparisonContext(timeZone: .gmt, day: try #require(CalendarDay(year: 2026, month: 11, day: 21)))
        var index = CampusIndex(on: campus)
        for person in people { index.insert(person) }

        func exposures(cap: ExposureCap) -> [UserID: Int] {
            var counts: [UserID: Int] = [:]
            for viewer in people {
                let candidates = index.best(60, for: viewer.id).compactMap { id, score in
                    features[id].map { DiversityReranker.Candidate(id: id, score: score, features: $0) }
                }
                let crowded = Set(counts.filter { $0.value >= cap.maxLists }.keys)
                let mix = DiversityReranker(front: cap.front, isCapped: { crowded.contains($0) }, seed: 3)
                for id in mix.order(candidates, 20).prefix(cap.front) { counts[id, default: 0] += 1 }
            }
            return counts
        }
        let uncapped = exposures(cap: ExposureCap(front: 10, maxLists: .max))
        let capped = exposures(cap: .standard)
        #expect((uncapped.values.max() ?? 0) > ExposureCap.standard.maxLists)
        #expect((capped.values.max() ?? 0) <= ExposureCap.standard.maxLists)
        #expect(capped.values.reduce(0, +) == uncapped.values.reduce(0, +))
    }

    private func candidate(_ id: UserID, _ score: Double, _ interests: [String]) -> DiversityReranker.Candidate {
        DiversityReranker.Candidate(
            id: id, score: score,
            features: SimilarityFeatures(Profile(name: "Someone", interests: interests.map { Interest($0) })))
    }

    private func candidates(_ count: Int, from random: inout RandomPeople) -> [DiversityReranker.Candidate] {
        random.people(count).map {
            DiversityReranker.Candidate(
                id: $0.id, score: Double(random.number(0...4)) / 4, features: SimilarityFeatures($0.profile))
        }
    }
}
