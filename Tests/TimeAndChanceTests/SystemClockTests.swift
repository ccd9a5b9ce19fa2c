import Foundation
import Testing
import TimeAndChance

@Suite struct SystemClockTests {
    private let clock = SystemClock()

    @Test func `the uptime never decreases, and all system clocks share it`() {
        var last = clock.uptime
        for _ in 0..<1_000 {
            let now = SystemClock().uptime
            #expect(now >= last)
            last = now
        }
    }

    @Test func `the date is within a minute of the machine's date`() {
        #expect(abs(clock.date.timeIntervalSinceNow) < 60)
    }

    @Test func `a sleep lasts at least as long as requested`() async throws {
        let before = clock.uptime
        try await clock.sleep(for: .milliseconds(2))
        #expect(clock.uptime - before >= .milliseconds(2))
    }

    @Test func `a sleep of zero or less returns at once`() async throws {
        for duration in [Duration.zero, .seconds(-1), .seconds(Int64.min)] { try await clock.sleep(for: duration) }
    }

    @Test(arguments: [Duration.seconds(60), .seconds(Int64.max)])
    func `a sleep of any length ends when it is cancelled`(duration: Duration) async {
        let sleeper = Task { try await clock.sleep(for: duration) }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
}
