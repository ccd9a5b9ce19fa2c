import Foundation
import NetworkingTesting
import Presentation
import Testing
import TimeAndChance

@Suite(.timeLimit(.minutes(60))) @MainActor struct ScreenClockTests {
    private let time = VirtualClock()

    /// Advances the time to the end of the next sleep, and returns the length of that sleep.
    private func pass() async -> Duration {
        await time.waitForSleepers(atLeast: 1)
        let sleep = time.pendingSleeps.first ?? .zero
        time.advance(by: sleep)
        return sleep
    }

    @Test func `the date of a screen clock changes at its granularity`() async {
        let clock = ScreenClock(time: time, granularity: .seconds(10))
        let running = Task { await clock.run() }
        let start = time.date
        var seen: [TimeInterval] = []
        for await now in changes(of: { clock.now }) {
            seen.append(now.timeIntervalSince(start))
            if seen.count == 4 { break }
            #expect(await pass() == .seconds(10))
        }
        #expect(seen == [0, 10, 20, 30])
        running.cancel()
        await running.value
    }

    @Test func `a granularity below a second is raised to a second`() {
        #expect(ScreenClock(time: time, granularity: .milliseconds(1)).granularity == .seconds(1))
    }

    @Test func `observers are notified at the declared instants, but not at past instants`() async {
        let clock = ScreenClock(time: time)
        let running = Task { await clock.run() }
        let start = time.date
        let instants = [20, -5, 12].map { start.addingTimeInterval($0) }
        var sleeps: [Duration] = []
        for await now in changes(of: { clock.now(changingAt: instants) }) {
            if now >= start.addingTimeInterval(20) { break }
            let sleep = await pass()
            sleeps.append(sleep)
        }
        #expect(sleeps == [.seconds(12), .seconds(8)])
        running.cancel()
        await running.value
    }

    @Test func `observers are notified at most once a second`() async {
        let clock = ScreenClock(time: time)
        let running = Task { await clock.run() }
        let instants = [0.5, 0.75].map { time.date.addingTimeInterval($0) }
        let end = time.date.addingTimeInterval(1)
        var sleeps: [Duration] = []
        for await now in changes(of: { clock.now(changingAt: instants) }) {
            if now >= end { break }
            let sleep = await pass()
            sleeps.append(sleep)
        }
        #expect(sleeps == [.milliseconds(500), .seconds(1)])
        running.cancel()
        await running.value
    }

    @Test func `an earlier instant that is declared during a sleep ends the sleep`() async {
        let clock = ScreenClock(time: time)
        _ = clock.now
        let running = Task { await clock.run() }
        await time.waitForSleepers(atLeast: 1)
        #expect(time.pendingSleeps == [.seconds(60)])
        let end = time.date.addingTimeInterval(5)
        var seen: [Bool] = []
        for await hasEnded in changes(of: { clock.now(changingAt: [end]) >= end }) {
            seen.append(hasEnded)
            if hasEnded { break }
            time.advance(by: .seconds(5))
        }
        #expect(seen == [false, true])
        running.cancel()
        await running.value
    }

    @Test func `a date that is set forward is shown within the granularity`() async {
        let clock = ScreenClock(time: time)
        let running = Task { await clock.run() }
        let end = time.date.addingTimeInterval(86_400)
        for await hasEnded in changes(of: { clock.now(changingAt: [end]) >= end }) {
            if hasEnded { break }
            time.jumpDate(by: .seconds(86_400))
            #expect(await pass() == .seconds(60))
        }
        running.cancel()
        await running.value
    }

    @Test func `the time left changes at whole seconds and ends at the deadline`() async {
        let clock = ScreenClock(time: time)
        let running = Task { await clock.run() }
        let deadline = time.uptime + .milliseconds(2_500)
        var seen: [Duration] = []
        for await left in changes(of: { clock.timeLeft(until: deadline) }) {
            seen.append(left)
            if left == .zero { break }
            _ = await pass()
        }
        #expect(seen == [.milliseconds(2_500), .seconds(2), .seconds(1), .zero])
        #expect(clock.timeLeft(until: deadline - .seconds(1)) == .zero)
        running.cancel()
        await running.value
    }

    @Test func `observers of a deadline are notified at its instant`() async {
        let clock = ScreenClock(time: time)
        let running = Task { await clock.run() }
        let deadline = time.uptime + .seconds(7)
        for await isReached in changes(of: { clock.isReached(deadline) }) {
            if isReached { break }
            #expect(await pass() == .seconds(7))
        }
        #expect(time.uptime == deadline)
        running.cancel()
        await running.value
    }

    @Test func `a cancelled clock stops sleeping, and its readings stay exact`() async {
        let clock = ScreenClock(time: time)
        _ = clock.now
        let running = Task { await clock.run() }
        await time.waitForSleepers(atLeast: 1)
        running.cancel()
        await running.value
        #expect(time.pendingSleeps.isEmpty)
        time.advance(by: .seconds(3))
        #expect(clock.now == time.date)
    }

    @Test func `a clock that two tasks run continues when one task is cancelled`() async {
        let clock = ScreenClock(time: time)
        let first = Task { await clock.run() }
        let second = Task { await clock.run() }
        let deadline = time.uptime + .seconds(7)
        var seen: [Bool] = []
        for await isReached in changes(of: { clock.isReached(deadline) }) {
            seen.append(isReached)
            if isReached { break }
            await time.waitForSleepers(atLeast: 2)
            second.cancel()
            await second.value
            time.advance(by: .seconds(7))
        }
        #expect(seen == [false, true])
        #expect(time.uptime == deadline)
        first.cancel()
        await first.value
    }
}
