import Matching
import OrbitModels
import Testing

@Suite struct ChangedIndexTests {
    /// The index has more people than a chunk holds, with gaps on both sides of the chunk's end.
    @Test func `an index full of gaps returns the results of a new index of the remaining people`() throws {
        var campus = RandomPeople(seed: 11, vocabulary: 60)
        let weights = (1...50).map { 7 * $0 }
        func empty() -> CompatibilityIndex {
            CompatibilityIndex(interestWeights: weights, otherWeight: 90)
        }
        var (people, changed) = ((0..<2_300).map { _ in campus.traits() }, empty())
        for person in people { changed.insert(person) }
        for slot in stride(from: 0, to: 2_300, by: 7) {
            people[slot] = campus.traits()
            let isChanged = changed.update(slot, to: people[slot])
            #expect(isChanged)
        }
        let gone = Set(2_040..<2_056).union(stride(from: 1, to: 2_300, by: 5))
        for slot in gone {
            let isGone = changed.remove(slot)
            #expect(isGone)
        }
        let stayed = people.indices.filter { !gone.contains($0) }
        var new = empty()
        for slot in stayed { new.insert(people[slot]) }

        for slot in [0, 2_039, 2_057, 2_299] {
            let place = try #require(stayed.firstIndex(of: slot))
            let expected = new.best(40, for: place)
            let found = changed.best(40, for: slot)
            #expect(found.map(\.slot) == expected.map { stayed[$0.slot] })
            #expect(found.map(\.score) == expected.map(\.score))
        }
    }

    @Test func `an index that was emptied accepts people again`() {
        var index = CompatibilityIndex()
        let slots = (0..<2_050).map { _ in index.insert(RankTraits(interests: [1])) }
        for slot in slots { index.remove(slot) }
        #expect(index.count == 0)
        #expect(index.best(5, for: RankTraits(interests: [1])).isEmpty)
        let again = index.insert(RankTraits(interests: [2]))
        #expect(slots.contains(again))
        #expect(index.best(5, for: RankTraits(interests: [1, 2])).map(\.slot) == [again])
    }
}
