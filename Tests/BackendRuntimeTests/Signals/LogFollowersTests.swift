import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

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

    /// A store in memory with another feed.
    private struct StoreWithFeed: BackendStore {
        let store = MemoryStore()
        let feed: StoreFeed

        func changes() -> AsyncStream<StoreChange> { feed.changes() }

        func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
            try await store.read(body)
        }

        func transaction<Result: Sendable>(
            _ body: @Sendable (any StoreTransaction) throws -> Result
        ) async throws -> Result {
            try await store.transaction(body)
        }
    }

    @Test func `the subscription to the store ends when the last follower leaves`() async {
        let ended = AsyncSignal()
        let feed = StoreFeed { hasFollowers in if !hasFollowers { ended.send() } }
        let followers = LogFollowers(of: StoreWithFeed(feed: feed))
        for follower in [followers.follow("maya", session: "phone"), followers.follow("liam", session: "tablet")] {
            followers.leave(follower)
        }
        await ended.wait()
    }
}
