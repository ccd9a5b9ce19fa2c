import Discover
import Matching
import OrbitModels
import SolarSystem
import Testing

@Suite struct SuggestedSystemTests {
    @Test func `suggestions become planets, ordered by identifier if they are equal`() {
        let people = ["d", "c", "b"].map {
            Suggestion(person: Person(id: UserID($0), profile: Profile(name: "x")), compatibility: nil)
        }
        #expect(SolarSystem(of: people).people.map(\.id) == ["b", "c", "d"])
    }
}
