import NetworkingTesting
import Testing
import TimeAndChance

@testable import Networking

@Suite struct SilenceWatchTests {
    private let clock = VirtualClock()
    private let silence = AsyncSignal()

    private func watch() -> SilenceWatch {
        SilenceWatch(patience: .seconds(50), time: clock) { [silence] in silence.send() }
    }

    @Test func `a read has the whole patience, even if it begins while the watch sleeps for an earlier read`() async {
        let watch = watch()
        watch.begin()
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(30))
        watch.end()
        watch.begin()
        clock.advance(by: .seconds(20))
        await clock.waitForSleepers(atLeast: 1)
        #expect(clock.pendingSleeps == [.seconds(30)] && !watch.isSilent)
        clock.advance(by: .seconds(30))
        await silence.wait()
        #expect(watch.isSilent)
    }

    @Test func `the time between two reads does not count`() async {
        let watch = watch()
        watch.begin()
        await clock.waitForSleepers(atLeast: 1)
        watch.end()
        clock.advance(by: .seconds(100))
        watch.begin()
        await clock.waitForSleepers(atLeast: 1)
        #expect(clock.pendingSleeps == [.seconds(50)] && !watch.isSilent)
    }

    @Test func `a watch that was stopped or released does not sleep`() async {
        var watch: SilenceWatch? = watch()
        for isStopped in [true, false] {
            watch?.begin()
            await clock.waitForSleepers(atLeast: 1)
            if isStopped { watch?.stop() } else { watch = nil }
            #expect(clock.pendingSleeps.isEmpty)
        }
    }
}
