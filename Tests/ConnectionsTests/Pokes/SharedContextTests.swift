import Connections
import Matching
import OrbitModels
import Testing

@Suite struct SharedContextTests {
    private func profile(_ interests: [String], _ sports: [Sport], _ major: String?) -> Profile {
        Profile(
            name: "Maya", major: major, interests: interests.map { Interest($0) },
            sports: sports.map { SportEntry(sport: $0, level: .beginner) })
    }

    @Test func `shared interests, sports and majors have the order and spelling of the viewer`() {
        let mine = profile(["music", "travel", "Bouldering"], [.tennis, .yoga], "Astronomy")
        let theirs = profile(["bouldering", "gaming", "music"], [.yoga], "astronomy")
        let shared = SharedContext(of: mine, and: theirs)
        #expect(shared.interests == [Interest("music"), Interest("Bouldering")])
        #expect(shared.sports == [.yoga])
        #expect(shared.major == "Astronomy")
    }

    @Test func `profiles without answers have nothing in common`() {
        #expect(SharedContext(of: profile([], [], nil), and: profile([], [], nil)) == SharedContext())
        #expect(SharedContext(of: profile([], [], "Law"), and: profile([], [], nil)).major == nil)
    }

    @Test func `a pair does not depend on the order of its people, and its key is unique`() {
        #expect(UserPair("b", "a") == UserPair("a", "b"))
        #expect(UserPair("b", "a").key == UserPair("a", "b").key)
        #expect(UserPair("a", "bc").key != UserPair("ab", "c").key)
        #expect(UserPair("a1", "b").key != UserPair("a", "1b").key)
        #expect(UserPair("a", "b").partner(of: "a") == "b")
        #expect(UserPair("a", "b").partner(of: "b") == "a")
        #expect(UserPair("a", "b").contains("b"))
        #expect(!UserPair("a", "b").contains("c"))
    }
}
