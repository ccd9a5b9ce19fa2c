import Foundation
import NetworkingTesting
import OrbitDemo
import Testing
import TimeAndChance

@Suite struct DemoClockTests {
    private let base = VirtualClock()

    @Test func `an advance moves the date and the uptime by its duration`() {
        let clock = DemoClock(over: base)
        let (date, uptime) = (clock.date, clock.uptime)
        clock.advance(by: .seconds(90))
        #expect(clock.date == date.addingTimeInterval(90))
        #expect(clock.uptime == uptime + .seconds(90))
        #expect(clock.skipped == .seconds(90))
        clock.advance(by: .seconds(-5))
        #expect(clock.skipped == .seconds(90))
    }

    @Test func `a sleep ends when the other clock reaches its deadline`() async throws {
        let clock = DemoClock(over: base)
        let sleep = Task { try await clock.sleep(for: .seconds(60)) }
        await base.waitForSleepers(atLeast: 1)
        base.advance(by: .seconds(60))
        try await sleep.value
    }

    @Test func `an advance beyond the deadline ends a sleep`() async throws {
        let clock = DemoClock(over: base)
        let sleep = Task { try await clock.sleep(for: .seconds(60)) }
        await base.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(60))
        try await sleep.value
        #expect(base.uptime == VirtualClock().uptime)
    }

    @Test func `an advance before the deadline shortens a sleep`() async throws {
        let base = VirtualClock.selfAdvancing(upTo: .seconds(10))
        let clock = DemoClock(over: base)
        let sleep = Task { try await clock.sleep(for: .seconds(60)) }
        await base.waitForSleepers(atLeast: 1)
        // The rest of ten seconds advances the other clock by itself.
        clock.advance(by: .seconds(50))
        try await sleep.value
        #expect(clock.skipped == .seconds(50))
        #expect(base.uptime == VirtualClock().uptime + .seconds(10))
    }

    @Test func `a cancelled sleep throws`() async {
        let clock = DemoClock(over: base)
        let sleep = Task { try await clock.sleep(for: .seconds(60)) }
        sleep.cancel()
        await #expect(throws: CancellationError.self) { try await sleep.value }
    }
}
