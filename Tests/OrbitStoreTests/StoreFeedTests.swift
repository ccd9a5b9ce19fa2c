import NetworkingTesting
import OrbitStore
import Testing
import TimeAndChance

@Suite struct StoreFeedTests {
    @Test func `each subscriber receives the changes sent after its subscription until the feed ends`() async {
        var feed: StoreFeed? = StoreFeed()
        feed?.send(.topics(["before"]))
        let followers = [feed?.changes(), feed?.changes()]
        feed?.send(.topics(["a"]))
        feed?.send(.topics(["b", "c"]))
        feed = nil
        for follower in followers {
            var told: [StoreChange] = []
            for await change in follower ?? AsyncStream(unfolding: { nil }) { told.append(change) }
            #expect(told == [.topics(["a"]), .topics(["b", "c"])])
        }
    }

    @Test func `a slow subscriber has a bounded buffer and is notified of dropped changes`() async {
        var feed: StoreFeed? = StoreFeed()
        let changes = feed?.changes()
        for number in 0..<10_000 { feed?.send(.topics(["\(number)"])) }
        feed = nil
        var (told, last, missed) = (0, -1, false)
        for await change in changes ?? AsyncStream(unfolding: { nil }) {
            told += 1
            switch change {
            case .topics(let topics):
                let number = topics.first.flatMap { Int($0) } ?? -1
                missed = missed || number != last + 1
                last = number
            case .anything: (last, missed) = (9_999, false)
            }
        }
        #expect(told < 600 && last == 9_999 && !missed)
    }

    @Test func `a feed reports when its first subscription begins and its last subscription ends`() async {
        let noticed = LockedState<[Bool]>([])
        let feed = StoreFeed { has in noticed.withLock { $0.append(has) } }
        for _ in 0..<2 {
            let tasks = (0..<2).map { _ in
                let changes = feed.changes()
                return Task { for await _ in changes {} }
            }
            for task in tasks {
                task.cancel()
                await task.value
            }
        }
        #expect(noticed.withLock { $0 } == [true, false, true, false])
    }
}
