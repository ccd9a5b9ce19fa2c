import Foundation
import Matching
import OrbitModels
import Testing

@Suite struct CampusIndexTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a campus index returns the scores of pairwise scoring bit for bit`(seed: UInt64) throws {
        var random = RandomPeople(seed: seed, vocabulary: 80)
        let people = random.people(700)
        let campus = try Self.campus(people)
        var index = CampusIndex(on: campus)
        for person in people { index.insert(person) }
        let places = Dictionary(uniqueKeysWithValues: people.enumerated().map { ($0.element.id, $0.offset) })
        for viewer in people.prefix(4) {
            let expected = Suggestion.ranking(of: people, for: viewer, on: campus)
                .map { (id: $0.id, score: $0.compatibility?.score ?? 0) }
                .sorted { ($1.score, places[$0.id] ?? 0) < ($0.score, places[$1.id] ?? 0) }
            let found = index.best(60, for: viewer.id)
            #expect(found.map(\.id) == expected.prefix(60).map(\.id))
            #expect(found.map(\.score) == expected.prefix(60).map(\.score))
        }
    }

    @Test func `a changed profile is ranked by its new values`() throws {
        var people = ["a", "b", "c"].map { Person(id: UserID($0), profile: Profile(name: $0)) }
        people[0].profile.interests = [Interest("music")]
        people[1].profile.interests = [Interest("travel")]
        people[2].profile.interests = [Interest("music"), Interest("Cave diving")]
        var index = CampusIndex(on: try Self.campus(people))
        for person in people { index.insert(person) }
        #expect(index.best(1, for: "a").map(\.id) == ["c"])
        people[1].profile.interests = [Interest("music")]
        index.insert(people[1])
        #expect(index.count == 3)
        #expect(index.best(1, for: "a").map(\.id) == ["b"])
        index.remove("b")
        index.remove("nobody")
        #expect(index.best(5, for: "a").map(\.id) == ["c"])
        #expect(index.best(5, for: "b").isEmpty)
        index.insert(Person(id: "d", profile: people[0].profile))
        #expect(index.best(5, for: "d").map(\.id) == ["a", "c"])
        #expect(index.best(5, for: "d") { $0 != "a" }.map(\.id) == ["c"])
    }

    /// More people than a chunk holds. Some of them change, leave or join, with interests that are new to the index.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `an index with appended people and new weights equals an index built from its current people`(
        seed: UInt64
    ) throws {
        var random = RandomPeople(seed: seed, vocabulary: 80)
        var people = random.people(2_300)
        var index = CampusIndex(on: try Self.campus([]))
        for person in people { index.append(person) }
        index.weighInterests()
        for place in stride(from: 0, to: 2_300, by: 5).reversed() { index.remove(people.remove(at: place).id) }
        let saved = stride(from: 0, to: people.count, by: 7).reversed().map { place in
            Person(id: people.remove(at: place).id, profile: random.profile())
        }
        let joined = (0..<40).map { number in
            var profile = random.profile()
            profile.interests += [Interest("new \(number % 10)"), Interest("interest 3")]
            return Person(id: UserID("new\(number)"), profile: profile)
        }
        for person in saved + joined { index.append(person) }
        index.weighInterests()
        people += saved + joined

        var expected = CampusIndex(on: try Self.campus(people))
        for person in people { expected.insert(person) }
        #expect(index.campus == expected.campus)
        for viewer in people.prefix(3) + joined.prefix(3) {
            let (found, wanted) = (index.best(400, for: viewer.id), expected.best(400, for: viewer.id))
            #expect(found.map(\.id) == wanted.map(\.id))
            #expect(found.map(\.score) == wanted.map(\.score))
        }
        // Vacated slots are reused.
        index.insert(Person(id: "last", profile: joined[0].profile))
        #expect(index.count == people.count + 1)
    }

    private static func campus(_ people: [Person]) throws -> ComparisonContext {
        ComparisonContext(
            rarity: InterestRarity(of: people.map(\.profile.interests)), timeZone: .gmt,
            day: try #require(CalendarDay(year: 2026, month: 11, day: 21)))
    }
}
