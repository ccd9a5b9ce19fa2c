import Foundation
import Matching
import OrbitModels
import Testing

@Suite struct CampusIndexTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a campus is ranked as each pair is scored, to the last bit`(seed: UInt64) throws {
        var random = RandomCampus(seed: seed, vocabulary: 80)
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

    private static func campus(_ people: [Person]) throws -> CampusScale {
        CampusScale(
            rarity: InterestRarity(of: people.map(\.profile.interests)), timeZone: .gmt,
            day: try #require(CalendarDay(year: 2026, month: 11, day: 21)))
    }
}
