import Foundation
import Testing
import TimeAndChance

@Suite struct SystemClockTests {
    private let clock = SystemClock()

    @Test func `uptime never goes backwards, and all clocks share its origin`() {
        var last = clock.uptime
        for _ in 0..<1_000 {
            let now = SystemClock().uptime
            #expect(now >= last)
            last = now
        }
    }

    @Test func `the date is that of the machine`() {
        #expect(abs(clock.date.timeIntervalSinceNow) < 60)
    }

    @Test func `a sleep lasts at least as long as it was told`() async throws {
        let before = clock.uptime
        try await clock.sleep(for: .milliseconds(2))
        #expect(clock.uptime - before >= .milliseconds(2))
    }

    @Test func `a sleep of no time or less ends at once`() async throws {
        for duration in [Duration.zero, .seconds(-1), .seconds(Int64.min)] { try await clock.sleep(for: duration) }
    }

    @Test(arguments: [Duration.seconds(60), .seconds(Int64.max)])
    func `a sleep of any length ends when it is cancelled`(duration: Duration) async {
        let sleeper = Task { try await clock.sleep(for: duration) }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
}
