import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime

@Suite struct LogFollowersTests {
    private let store = MemoryStore()

    /// The reasons for which a follower would wake now.
    private func reasons(of follower: StreamFollower) async -> StreamFollower.Reasons {
        let sleep = Task { await follower.sleep() }
        sleep.cancel()
        return await sleep.value
    }

    @Test func `a follower that leaves is not woken, and other followers of the log are woken`() async throws {
        let followers = LogFollowers(of: store)
        let leaving = followers.follow("maya", session: "phone")
        let staying = followers.follow("maya", session: "laptop")
        let other = followers.follow("liam", session: "tablet")
        followers.leave(leaving)
        // Changes are delivered in order. The first change has reached all followers when the second reaches one of
        // them.
        for _ in 0..<2 {
            try await store.transaction { transaction in
                for owner in ["maya", "liam"] as [UserID] { transaction.announce(LogFollowers.topic(of: owner)) }
            }
            #expect(await other.sleep() == .news)
        }
        #expect(await reasons(of: staying) == .news)
        #expect(await reasons(of: leaving) == [])
    }
}
