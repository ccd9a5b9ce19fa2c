import NetworkingTesting
import Presentation
import Testing
import TimeAndChance

@testable import TeamAshaApp

@Suite @MainActor struct InactivityTests {
    private let time = VirtualClock()

    private func monitor(_ limit: Duration = .seconds(900)) -> InactivityMonitor {
        InactivityMonitor(limit: limit, time: time, clock: ScreenClock(time: time))
    }

    @Test func `a monitor warns a minute before the end of the session`() {
        let monitor = monitor()
        #expect(monitor.state == .off)
        monitor.start()
        #expect(monitor.state == .active)
        time.advance(by: .seconds(839))
        #expect(monitor.state == .active)
        time.advance(by: .seconds(1))
        #expect(monitor.state == .warning(left: .seconds(60)))
        time.advance(by: .seconds(59))
        #expect(monitor.state == .warning(left: .seconds(1)))
        time.advance(by: .seconds(1))
        #expect(monitor.state == .expired)
    }

    @Test func `an interaction during the warning begins the time again`() {
        let monitor = monitor()
        monitor.start()
        time.advance(by: .seconds(870))
        monitor.noteInteraction()
        #expect(monitor.state == .active)
        time.advance(by: .seconds(899))
        #expect(monitor.state == .warning(left: .seconds(1)))
    }

    @Test func `an interaction after the end does not revive the session`() async {
        let monitor = monitor()
        monitor.start()
        time.advance(by: .seconds(3_600))  // the device has slept
        monitor.noteInteraction()
        #expect(monitor.state == .expired)
        #expect(await monitor.waitForExpiry())
    }

    @Test func `an interaction before the monitor starts has no effect`() async {
        let monitor = monitor()
        monitor.noteInteraction()
        #expect(monitor.state == .off)
        #expect(await monitor.waitForExpiry() == false)
    }

    @Test func `a warning is at most half of a short limit`() {
        #expect(monitor(.seconds(10)).warningTime == .seconds(5))
        #expect(monitor(.seconds(-10)).limit == .seconds(1))
    }

    @Test func `observers are notified of the warning while the clock runs`() async {
        let clock = ScreenClock(time: time)
        let monitor = InactivityMonitor(limit: .seconds(900), time: time, clock: clock)
        monitor.start()
        let running = Task { await clock.run() }
        var seen: [InactivityMonitor.State] = []
        for await state in changes(of: { monitor.state }) {
            seen.append(state)
            guard state == .active else { break }
            await time.waitForSleepers(atLeast: 1)
            time.advance(by: .seconds(840))
        }
        #expect(seen == [.active, .warning(left: .seconds(60))])
        running.cancel()
        await running.value
    }

    @Test func `an app without interaction signs out and states the reason`() async throws {
        let test = try TestClub()
        let (app, _) = try await test.signedIn()
        test.clock.advance(by: .seconds(600))
        app.noteInteraction()
        test.clock.advance(by: .seconds(600))
        #expect(app.inactivity.state == .active && app.club != nil)
        test.clock.advance(by: .seconds(300))
        await waitUntil { app.club == nil && app.welcome.notice != nil }
        #expect(app.route == .welcome && app.inactivity.state == .off)
        #expect(app.welcome.notice == "You were signed out because you have not used the app for a while.")
    }
}
