import NetworkingTesting
import Observation
import Presentation
import Testing
import TimeAndChance

@Suite @MainActor struct RegionFeedTests {
    @MainActor @Observable final class ShownTexts {
        var first = "a"
        var second = "b"
    }

    private let clock = VirtualClock.selfAdvancing(upTo: .seconds(1))
    private let model = ShownTexts()

    private func feed(shown: [String: UInt64] = [:]) -> RegionFeed {
        RegionFeed(shown: shown, time: clock) { [model] in
            [ScreenRegion("first", model.first), ScreenRegion("second", model.second)]
        }
    }

    @Test func `the first result has the regions that the receiver does not show`() async {
        let shown = [
            "first": ScreenRegion("first", "a").fingerprint, "second": ScreenRegion("second", "old").fingerprint,
        ]
        let feed = feed(shown: shown)
        #expect(await feed.next(within: .seconds(20))?.map(\.id) == ["second"])
    }

    @Test func `a change gives only the region that differs`() async {
        let feed = feed()
        #expect(await feed.next(within: .seconds(20))?.count == 2)
        model.first = "c"
        #expect(await feed.next(within: .seconds(20)) == [ScreenRegion("first", "c")])
    }

    @Test func `changes within the interval give one result`() async {
        let feed = feed()
        _ = await feed.next(within: .seconds(20))
        let start = clock.uptime
        Task {
            model.first = "c"
            model.second = "d"
            model.first = "e"
        }
        let changed = await feed.next(within: .seconds(20))
        #expect(changed == [ScreenRegion("first", "e"), ScreenRegion("second", "d")])
        #expect(clock.uptime - start >= feed.interval)
    }

    @Test func `a change to an equal text gives no result before the heartbeat`() async {
        let feed = feed()
        _ = await feed.next(within: .seconds(20))
        model.first = "a"
        #expect(await feed.next(within: .milliseconds(500)) == [])
    }

    @Test func `the end of a feed ends the waiting call and later calls`() async {
        let feed = feed()
        _ = await feed.next(within: .seconds(20))
        Task { feed.end() }
        #expect(await feed.next(within: .seconds(20)) == nil)
        #expect(await feed.next(within: .seconds(20)) == nil)
    }

    @Test func `a cancelled task gets no result`() async {
        let feed = feed()
        _ = await feed.next(within: .seconds(20))
        let waiting = Task { await feed.next(within: .seconds(20)) }
        waiting.cancel()
        #expect(await waiting.value == nil)
    }

    @Test func `equal texts have equal fingerprints, and different texts differ`() {
        #expect(ScreenRegion("x", "text").fingerprint == ScreenRegion("y", "text").fingerprint)
        #expect(ScreenRegion("x", "text").fingerprint != ScreenRegion("x", "texu").fingerprint)
        #expect(ScreenRegion("x", "").fingerprint == 0xCBF2_9CE4_8422_2325)
    }
}
