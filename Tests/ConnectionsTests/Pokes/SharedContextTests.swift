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

    @Test func `what both like and study is shared, in the order of the one who looks`() {
        let mine = profile(["music", "travel", "Bouldering"], [.tennis, .yoga], "Astronomy")
        let theirs = profile(["bouldering", "gaming", "music"], [.yoga], "astronomy")
        let shared = SharedContext(of: mine, and: theirs)
        #expect(shared.interests == [Interest("music"), Interest("Bouldering")])
        #expect(shared.sports == [.yoga])
        #expect(shared.major == "Astronomy")
    }

    @Test func `having told nothing is nothing in common`() {
        #expect(SharedContext(of: profile([], [], nil), and: profile([], [], nil)) == SharedContext())
        #expect(SharedContext(of: profile([], [], "Law"), and: profile([], [], nil)).major == nil)
    }

    @Test func `a pair is the same whoever is named first, and no two pairs share a key`() {
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
